"""The objects of the API."""

from .generated.models import *  # noqa: F403
from .generated.models import __all__ as __all__
from .generated.types import UNSET as UNSET
