"""What of Well-Read Students is drawn: what stands in for its Figure 3, and its released models."""
