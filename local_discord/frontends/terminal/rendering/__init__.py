"""Messages, forms and colours of Discord as lines of text."""
