"""The text of a challenge, open or closed."""

from __future__ import annotations

from cogs.text.shared import REASONS, TIMES, board_size, challenge_title, link, mention, moment
from cogs.text.standings.unrated import board_reason
from gridlock_host import Challenge, ChallengeStatus, First, TimeControl
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms
from gridlock_rules.wording import COMMA, Phrase, listed


def challenge_text(challenge: Challenge) -> Phrase:
    """Return what a challenge proposes and, once it is closed, how it was closed."""
    if challenge.status is ChallengeStatus.OPEN:
        return _invitation(challenge)
    challenger, proposal = mention(challenge.challenger_id), _proposal(challenge)
    if challenge.opponent_id is None:
        return _unanswered(challenge.status, challenger, proposal)
    return _closed(challenge, challenger, mention(challenge.opponent_id), proposal)


def declined_text(challenge: Challenge, opponent_id: int) -> Phrase:
    """Tell the challenger that the challenge was declined, and why, if that is known."""
    who: dict[str, object] = {
        "challenger": mention(challenge.challenger_id),
        "opponent": mention(opponent_id),
        "title": challenge_title(challenge),
        "link": link(challenge.place),
    }
    if challenge.decline_reason is None:
        return Phrase("{challenger}, {opponent} declined your challenge to {title}: {link}", **who)
    who["reason"] = REASONS[challenge.decline_reason]
    return Phrase("{challenger}, {opponent} declined your challenge to {title} ({reason}): {link}", **who)


def _unanswered(status: ChallengeStatus, challenger: str, proposal: Phrase) -> Phrase:
    if status is ChallengeStatus.EXPIRED:
        return Phrase(
            "{challenger} was looking for an opponent, and nobody answered in time: {proposal}.",
            challenger=challenger,
            proposal=proposal,
        )
    return Phrase("{challenger} cancelled the open challenge: {proposal}.", challenger=challenger, proposal=proposal)


def _closed(challenge: Challenge, challenger: str, opponent: str, proposal: Phrase) -> Phrase:
    who: dict[str, object] = {"challenger": challenger, "opponent": opponent, "proposal": proposal}
    match challenge.status:
        case ChallengeStatus.ACCEPTED:
            return Phrase("{opponent} accepted {challenger}'s challenge to {proposal}.", **who)
        case ChallengeStatus.DECLINED if challenge.decline_reason is not None:
            who["reason"] = REASONS[challenge.decline_reason]
            return Phrase("{opponent} declined {challenger}'s challenge to {proposal} ({reason}).", **who)
        case ChallengeStatus.DECLINED:
            return Phrase("{opponent} declined {challenger}'s challenge to {proposal}.", **who)
        case ChallengeStatus.EXPIRED:
            return Phrase("{opponent} did not answer {challenger}'s challenge in time: {proposal}.", **who)
        case _:
            return Phrase("{challenger} cancelled the challenge to {opponent}: {proposal}.", **who)


def _invitation(challenge: Challenge) -> Phrase:
    challenger, proposal = mention(challenge.challenger_id), _proposal(challenge)
    if challenge.opponent_id is None:
        asked = Phrase("{challenger} is looking for an opponent: {proposal}.", challenger=challenger, proposal=proposal)
    else:
        asked = Phrase(
            "{opponent}, {challenger} challenges you to {proposal}.",
            opponent=mention(challenge.opponent_id),
            challenger=challenger,
            proposal=proposal,
        )
    summary = Phrase("*{summary}*", summary=challenge.terms.variant.summary)
    warning = [first_move_wins(challenge.terms)] if challenge.terms.first_move_can_win else []
    unrated = board_reason(challenge.terms) if challenge.terms.rated and not challenge.terms.handicap else None
    not_rated = [] if unrated is None else [unrated]
    return listed([asked, summary, *warning, *not_rated, *_end(challenge)], "\n")


def first_move_wins(terms: Terms) -> Phrase:
    """Return a warning that a board is won by the first move."""
    return Phrase(
        "On {board}, the first move can win {title} at once. `size:5` makes a game of it.",
        board=board_size(terms.board_size),
        title=terms.variant.title,
    )


def _end(challenge: Challenge) -> list[Phrase]:
    """Return until when a challenge can be accepted."""
    if challenge.expires_at is None:
        return []
    return [Phrase("Open until {time}.", time=moment(challenge.expires_at, "f"))]


def _proposal(challenge: Challenge) -> Phrase:
    terms = [_first(challenge)]
    if challenge.terms.best_of > 1:
        terms.append(Phrase("best of {games}", games=challenge.terms.best_of))
    if challenge.terms.handicap:
        terms.append(_handicap(challenge))
    elif challenge.terms.start_kind is StartKind.FAIR:
        terms.append(Phrase("from a fair start"))
    elif challenge.terms.usual_start is StartKind.FAIR:
        terms.append(Phrase("from the plain board"))
    if not challenge.terms.rated:
        terms.append(Phrase("not rated"))
    if challenge.terms.swap:
        terms.append(Phrase("with the right to swap"))
    if challenge.terms.per_move is not None:
        terms.append(Phrase("{time} a move", time=TIMES[TimeControl.of(challenge.terms.per_move)]))
    return Phrase(
        "**{title}** on {board} ({terms})",
        title=challenge.terms.variant.title,
        board=board_size(challenge.terms.board_size),
        terms=listed(terms, COMMA),
    )


def _first(challenge: Challenge) -> Phrase:
    if challenge.terms.first is First.RANDOM:
        return Phrase("a coin decides who moves first")
    first_id = challenge.challenger_id if challenge.terms.first is First.ME else challenge.opponent_id
    if first_id is None:
        return Phrase("the opponent moves first")
    return Phrase("{player} moves first", player=mention(first_id))


def _handicap(challenge: Challenge) -> Phrase:
    steps = abs(challenge.terms.handicap)
    favoured_id = challenge.opponent_id if challenge.terms.handicap > 0 else challenge.challenger_id
    if favoured_id is None:
        return Phrase("handicap {steps} for the opponent, no points", steps=steps)
    return Phrase("handicap {steps} for {player}, no points", steps=steps, player=mention(favoured_id))
