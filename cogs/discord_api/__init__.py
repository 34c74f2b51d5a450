"""Discord's API as plain data: components and messages as JSON, and the requests that carry them."""
