"""Text tools that every feature shares: sentences, words and stems, numbers and dates in words, repairs of scans."""
