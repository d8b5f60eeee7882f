"""A queue in fair order: whoever has many things waiting does not hold the others up."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """First come, first served, but one thing of each owner at a time."""

    def __init__(self) -> None:
        self._owners: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._owners.values()))

    def put(self, owner: str, thing: T) -> None:
        """Add to the end of the owner's things."""
        self._owners.setdefault(owner, deque()).append(thing)

    def take(self) -> T:
        """The first thing of the owner who has waited longest, who then goes to the end."""
        owner, things = self._owners.popitem(last=False)
        thing = things.popleft()
        if things:
            self._owners[owner] = things
        return thing
