"""What can be wrong with a line that a person typed."""


class NotUnderstood(Exception):
    """A line that means nothing here. Its text is the sentence for whoever typed it."""


class UnknownCommand(NotUnderstood):
    """There is no command of the name that a line begins with."""
