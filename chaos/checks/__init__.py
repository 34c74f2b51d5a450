"""What must hold when all is over: each check compares what people were told with what is stored and shown."""

from chaos.checks.answers import check_answers
from chaos.checks.breach import Breach
from chaos.checks.evidence import Evidence
from chaos.checks.mentions import check_mentions
from chaos.checks.messages import check_messages
from chaos.checks.moves import check_moves
from chaos.checks.process import check_process
from chaos.checks.results import check_results

CHECKS = (check_moves, check_results, check_messages, check_answers, check_mentions, check_process)

__all__ = ["CHECKS", "Breach", "Evidence"]
