"""Play by foresight: each move is judged by itself, and the sooner the game would end after it, the more surely."""

from gridlock_rules import Move
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.level_play.geography import ahead_of, foresights, opponents_of
from gridlock_solver.level_play.perfection import hardest
from gridlock_solver.level_skills import Foresight


def by_foresight(choice: Choice, skill: Foresight) -> Move:
    """Return one of the moves that a level takes for winning; any move if there is none."""
    ahead, winning = ahead_of(choice), choice.solution.winning_moves
    if len(winning) == len(choice.position.legal_moves):
        return choice.chance.choice(winning)
    if choice.solution.is_lost and choice.succeeds(skill.guile):
        skills = foresights(choice.variant.skills)
        return hardest(choice, ahead.hopes(opponents_of(skills[: skills.index(skill)]), skill.view))
    distances = ahead.distances(skill.farthest, skill.view)
    believed = [
        move for move, plies in distances.items() if (move in winning) is not choice.succeeds(skill.oversight(plies))
    ]
    return choice.chance.choice(believed or tuple(distances))
