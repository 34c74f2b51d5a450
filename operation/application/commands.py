"""Commands about the application: doctor, setup and policy."""

from __future__ import annotations

from argparse import Namespace

from operation.application.doctor import run_doctor
from operation.application.policy import run_policy
from operation.application.setup import run_setup
from operation.configuration.settings import Settings


async def run_application_command(settings: Settings, arguments: Namespace) -> int:
    """Run the command and return the exit status: 1 if the doctor has found faults.

    Raises:
        CannotStart: The command cannot be done.
    """
    match arguments.command:
        case "doctor":
            return await run_doctor(settings)
        case "setup":
            return await run_setup(settings, applies=arguments.apply)
        case _:
            return run_policy(settings)
