"""Text as every feature reads it: sentences, words and stems, numbers and dates in words, BM25. Written once."""
