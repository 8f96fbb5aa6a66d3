"""Which single changes a fact sheet invites. One file a fact type; every rule is pure and names the law behind it."""
