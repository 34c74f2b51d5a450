"""stub"""


def check_components(form, components, *, layout):
    """Stub"""
