"""From what the narrow phase finds to contacts: order, thinning, frames and parameters."""
