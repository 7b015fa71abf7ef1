"""The measurement: schedule, sampling, stop rule and estimators, as pure functions over cells and samples."""
