"""Perturbation rules, the tree, placebos and sensitivity."""
