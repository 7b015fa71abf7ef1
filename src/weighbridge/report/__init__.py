"""Reports: what a run found, as a document, and that document for terminals, Markdown, CSV and JSON."""
