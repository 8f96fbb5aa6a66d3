"""The Acts, the codes of 2023 beside the old ones, neighbouring provisions and thresholds: a CSV file each, sourced."""
