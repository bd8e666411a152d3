"""The error of this package."""


class OkibiError(RuntimeError):
    """What an application cannot do. The message is one line: the subject, what was found, what to do."""
