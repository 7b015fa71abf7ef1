"""From a run's numbers to what a user should do: the cost model, the verdict, where it flips, what would be lost."""
