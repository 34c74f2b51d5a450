"""Maximum matchings of graphs of cells, by Edmonds' algorithm.

A matching is a set of edges without common ends. The algorithm grows a forest of alternating paths from
the unmatched vertices and contracts odd cycles ("blossoms") as it meets them: J. Edmonds, "Paths, trees,
and flowers", Canadian Journal of Mathematics 17 (1965). When a matching is a maximum, the vertices that
the forest reaches by paths of even length are those that some maximum matching leaves out: the Gallai-Edmonds
decomposition, as in L. Lovász and M. D. Plummer, "Matching Theory" (1986), chapter 3.
"""

from collections import deque
from collections.abc import Mapping, Sequence

from gridlock_rules.geometry import CELLS, cells_of

Graph = Sequence[int]
"""For each cell from 0 to 63, the mask of its neighbours."""


class Matching:
    """A maximum matching of a part of a graph. It is immutable.

    Attributes:
        graph: The graph.
        vertices: Mask of the vertices of the part.
        mates: For each matched vertex, the vertex it is matched with.
    """

    def __init__(self, graph: Graph, vertices: int, mates: Mapping[int, int] | None = None) -> None:
        """Find a maximum matching.

        Args:
            graph: The graph.
            vertices: Mask of the vertices of the part.
            mates: A matching to begin with, each edge in both directions; the closer to a maximum, the faster. None
                means a greedy one.
        """
        self.graph = graph
        self.vertices = vertices
        self.mates = _greedy(graph, vertices) if mates is None else dict(mates)
        for vertex in cells_of(self.unmatched):
            if vertex not in self.mates:
                _augment(_Forest(self, 1 << vertex))

    @property
    def unmatched(self) -> int:
        """The mask of the vertices that have no mate."""
        return self.vertices & ~sum(1 << vertex for vertex in self.mates)

    @property
    def inessential(self) -> int:
        """The mask of the vertices that some maximum matching leaves out."""
        forest = _Forest(self, self.unmatched)
        forest.grow()
        return forest.even

    def without(self, vertex: int) -> "Matching":
        """Return a maximum matching without this vertex."""
        mate = self.mates.get(vertex)
        kept = {one: other for one, other in self.mates.items() if one not in (vertex, mate)}
        return Matching(self.graph, self.vertices & ~(1 << vertex), kept)


def _greedy(graph: Graph, vertices: int) -> dict[int, int]:
    mates: dict[int, int] = {}
    left = vertices
    for vertex in cells_of(vertices):
        open_neighbours = graph[vertex] & left
        if left >> vertex & 1 and open_neighbours:
            mate = open_neighbours.bit_length() - 1
            mates[vertex], mates[mate] = mate, vertex
            left &= ~(1 << vertex | 1 << mate)
    return mates


class _Forest:
    """Alternating trees that grow from unmatched vertices.

    Attributes:
        even: Mask of the vertices reached by an alternating path of even length.
        mates: The mates of the matching.
        previous: For a vertex reached by an edge outside the matching, the vertex before it.
    """

    def __init__(self, matching: Matching, roots: int) -> None:
        self._graph = matching.graph
        self._unreached = matching.vertices & ~roots
        self._queue = deque(cells_of(roots))
        # A contracted blossom is identified by its base; `_inside` has the mask of its vertices.
        self._bases = list(CELLS)
        self._inside = [1 << cell for cell in CELLS]
        self.mates = matching.mates
        self.even = roots
        self.previous: dict[int, int] = {}

    def grow(self) -> int | None:
        """Grow until an unmatched vertex is reached and return it; None if no vertex is left to reach."""
        while self._queue:
            vertex = self._queue.popleft()
            for reached in cells_of(self._graph[vertex] & self._unreached):
                self.previous[reached] = vertex
                if reached not in self.mates:
                    return reached
                self._add_pair(reached, self.mates[reached])
            while cycles := self._graph[vertex] & self.even & ~self._inside[self._bases[vertex]]:
                self._contract(vertex, cycles.bit_length() - 1)
        return None

    def _add_pair(self, odd: int, even: int) -> None:
        self._unreached &= ~(1 << odd | 1 << even)
        self.even |= 1 << even
        self._queue.append(even)

    def _contract(self, one: int, other: int) -> None:
        """Contract the blossom that an edge between two vertices of even distance closes."""
        base = self._meeting(one, other)
        inside = self._climb(one, base, other) | self._climb(other, base, one) | self._inside[base]
        for vertex in cells_of(inside):
            self._bases[vertex] = base
        self._inside[base] = inside
        self._queue.extend(cells_of(inside & ~self.even))
        self.even |= inside

    def _meeting(self, one: int, other: int) -> int:
        """Return the base at which the paths to the root meet."""
        passed = 0
        vertex: int | None = one
        while vertex is not None:
            passed |= 1 << self._bases[vertex]
            vertex = self._up(vertex)
        while not passed >> self._bases[other] & 1:
            other = self.previous[self.mates[self._bases[other]]]
        return self._bases[other]

    def _up(self, vertex: int) -> int | None:
        """Return the next vertex of even distance on the path to the root, outside of the vertex's blossom."""
        mate = self.mates.get(self._bases[vertex])
        return None if mate is None else self.previous[mate]

    def _climb(self, vertex: int, base: int, child: int) -> int:
        """Reverse the path from a vertex to the base; return the mask of the blossoms on it."""
        inside = 0
        while self._bases[vertex] != base:
            mate = self.mates[vertex]
            inside |= self._inside[self._bases[vertex]] | self._inside[self._bases[mate]]
            self.previous[vertex] = child
            vertex, child = self.previous[mate], mate
        return inside


def _augment(forest: _Forest) -> None:
    """Enlarge the matching by one edge if the forest's root can be matched."""
    vertex = forest.grow()
    while vertex is not None:
        before = forest.previous[vertex]
        following = forest.mates.get(before)
        forest.mates[vertex], forest.mates[before] = before, vertex
        vertex = following
