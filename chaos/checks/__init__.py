"""What must hold when all is over: each check compares what people were told with what is stored and shown."""

from chaos.checks.answers import check_answers, check_process
from chaos.checks.evidence import Breach, Evidence
from chaos.checks.games import check_moves, check_results
from chaos.checks.messages import check_mentions, check_messages

CHECKS = (check_moves, check_results, check_messages, check_answers, check_mentions, check_process)

__all__ = ["CHECKS", "Breach", "Evidence"]
