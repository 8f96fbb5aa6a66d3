"""Perturbation rules, the what-if tree, placebos and sensitivity."""
