"""Maximum matchings, compared with networkx."""

import networkx as nx  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from gridlock_rules.geometry import cells_of
from gridlock_solver.search.matching import Graph, Matching
from gridlock_solver.variants import dodge, lines


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, int]:
    """Draw a graph of any shape, and a part of its vertices."""
    count = draw(st.integers(6, 12))
    neighbours = [0] * 64
    vertex = st.integers(0, count - 1)
    for one, other in draw(st.lists(st.tuples(vertex, vertex), min_size=count, max_size=2 * count)):
        if one != other:
            neighbours[one] |= 1 << other
            neighbours[other] |= 1 << one
    left_out = draw(st.sets(vertex, max_size=2))
    return neighbours, (1 << count) - 1 & ~sum(1 << vertex for vertex in left_out)


def boards() -> st.SearchStrategy[tuple[Graph, int]]:
    """Draw the graph of Lines or Dodge on any board, and any set of cells."""
    graph = st.sampled_from([lines.graph, dodge.graph])
    size = st.integers(3, 8)
    return st.builds(
        lambda graph, size, cells: (graph(size), cells & sum(1 << 8 * r + c for r in range(size) for c in range(size))),
        graph,
        size,
        st.integers(0, (1 << 64) - 1),
    )


def largest(graph: Graph, vertices: int) -> int:
    """Return the number of edges of a maximum matching by networkx."""
    edges = [(one, other) for one in cells_of(vertices) for other in cells_of(graph[one] & vertices) if one < other]
    return len(nx.max_weight_matching(nx.Graph(edges), maxcardinality=True))


@settings(max_examples=200)
@given(graphs() | boards())
def test_a_matching_is_a_maximum_matching(case: tuple[Graph, int]) -> None:
    graph, vertices = case
    mates = Matching(graph, vertices).mates

    assert all(mates[mate] == vertex and graph[vertex] >> mate & 1 for vertex, mate in mates.items())
    assert all(vertices >> vertex & 1 for vertex in mates)
    assert len(mates) == 2 * largest(graph, vertices)


@given(graphs())
def test_a_vertex_is_inessential_if_the_maximum_is_as_large_without_it(case: tuple[Graph, int]) -> None:
    graph, vertices = case
    largest_of_all = largest(graph, vertices)
    left_out = [v for v in cells_of(vertices) if largest(graph, vertices & ~(1 << v)) == largest_of_all]

    assert list(cells_of(Matching(graph, vertices).inessential)) == left_out


@given(boards())
def test_without_a_vertex_the_matching_is_a_maximum_of_the_rest(case: tuple[Graph, int]) -> None:
    graph, vertices = case
    whole = Matching(graph, vertices)
    for vertex in cells_of(vertices):
        rest, anew = whole.without(vertex), Matching(graph, vertices & ~(1 << vertex))
        assert rest.vertices == anew.vertices
        assert len(rest.mates) == len(anew.mates)
        assert rest.inessential == anew.inessential
