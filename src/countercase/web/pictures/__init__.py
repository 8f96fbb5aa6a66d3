"""Marked text and pictures as HTML and SVG."""
