"""What the commands do, between the options and the modules that do the work."""
