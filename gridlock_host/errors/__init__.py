"""Refusals: requests that cannot be granted. Each carries its data and reads as a sentence for whoever asked.

The rules have refusals of their own (`gridlock_rules.RulesError`): not a move, not a legal move.
"""

from gridlock_host.errors.admission import (
    KeptOut,
    OpponentIsBlocked,
    TooManyChallenges,
    TooManyGames,
    Unwelcome,
    WrongChannel,
)
from gridlock_host.errors.bot import (
    CannotThink,
    NoSuchLevel,
    NotAgainstBot,
    NotFinished,
    NothingToReview,
    OnlyTheBotHasLevels,
)
from gridlock_host.errors.challenges import (
    CannotBeChallenged,
    ChallengeClosed,
    NoSuchChallenge,
    NotYourChallenge,
    SeveralChallengesFit,
)
from gridlock_host.errors.games import (
    GameIsOver,
    GameRefusal,
    NoSuchGame,
    NotInThisGame,
    NotYourTurn,
    PlayerIsGone,
    SeveralGamesFit,
    StaleBoard,
)
from gridlock_host.errors.moderation import (
    AlreadyBanned,
    BotsCannotBeBanned,
    BotsCannotBeBlocked,
    CannotBanYourself,
    CannotBlockYourself,
    CannotEndOwnGame,
    CannotUnbanYourself,
    ManagersCannotBeBanned,
    NotBanned,
    NotBlocked,
    NotModerator,
)
from gridlock_host.errors.offers import (
    AlreadyOffered,
    NothingToTakeBack,
    NotOver,
    NotYourOffer,
    OfferIsOver,
    RematchBegan,
)
from gridlock_host.errors.refusal import (
    Busy,
    NothingFits,
    Refusal,
    StoreFailed,
)
from gridlock_host.errors.settings import (
    BadHours,
    EverybodyWouldModerate,
    NotManager,
    TooManyChannels,
)

__all__ = [
    "AlreadyBanned",
    "AlreadyOffered",
    "BadHours",
    "BotsCannotBeBanned",
    "BotsCannotBeBlocked",
    "Busy",
    "CannotBanYourself",
    "CannotBeChallenged",
    "CannotBlockYourself",
    "CannotEndOwnGame",
    "CannotThink",
    "CannotUnbanYourself",
    "ChallengeClosed",
    "EverybodyWouldModerate",
    "GameIsOver",
    "GameRefusal",
    "KeptOut",
    "ManagersCannotBeBanned",
    "NoSuchChallenge",
    "NoSuchGame",
    "NoSuchLevel",
    "NotAgainstBot",
    "NotBanned",
    "NotBlocked",
    "NotFinished",
    "NotInThisGame",
    "NotManager",
    "NotModerator",
    "NotOver",
    "NotYourChallenge",
    "NotYourOffer",
    "NotYourTurn",
    "NothingFits",
    "NothingToReview",
    "NothingToTakeBack",
    "OfferIsOver",
    "OnlyTheBotHasLevels",
    "OpponentIsBlocked",
    "PlayerIsGone",
    "Refusal",
    "RematchBegan",
    "SeveralChallengesFit",
    "SeveralGamesFit",
    "StaleBoard",
    "StoreFailed",
    "TooManyChallenges",
    "TooManyChannels",
    "TooManyGames",
    "Unwelcome",
    "WrongChannel",
]
