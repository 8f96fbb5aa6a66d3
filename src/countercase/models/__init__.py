"""Text encoders and the cross-encoder, behind Protocols."""
