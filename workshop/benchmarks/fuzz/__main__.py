"""Tries command lines and requests that are made up, and names those that end in a fault of the program.

usage: python -m workshop.benchmarks.fuzz {commands,routes} [--cases 10000] [--seed 1] [--as-guest]

Each command may take 10 seconds of the processor and a gigabyte; so may the server for a request. Prints the least
input that it found for each fault, and how many cases were tried; the exit code is 1 where there was a fault.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, Phase, given, seed, settings

from workshop.benchmarks import command_line
from workshop.benchmarks.fuzz import commands, routes


def tried(number: int, with_seed: int) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Runs what it decorates, a property, on so many cases."""
    bounds = settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=True,
        suppress_health_check=list(HealthCheck),
    )
    return lambda test: seed(with_seed)(bounds(test))


def try_commands(number: int, with_seed: int) -> None:
    """Raises AssertionError where a command fails."""
    runner = commands.Runner()

    @tried(number, with_seed)
    @given(case=commands.cases())
    def fails_nowhere(case: commands.Case) -> None:
        complaint = runner.run(case).complaint()
        assert complaint is None, complaint  # noqa: S101 - a property

    fails_nowhere()


def try_routes(number: int, with_seed: int, *, as_guest: bool = False) -> None:
    """Raises AssertionError where a request is not answered as it should be, or the server suffers."""
    with routes.Server(as_guest=as_guest) as server:

        @tried(number, with_seed)
        @given(request=routes.requests())
        def fails_nowhere(request: routes.Request) -> None:
            complaint = server.complaint(request)
            assert complaint is None, complaint  # noqa: S101 - a property

        fails_nowhere()
        complaint = server.complaint_of_all()
        assert complaint is None, complaint  # noqa: S101 - the same


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries and prints."""
    parser = command_line.parser(__doc__)
    parser.add_argument("what", choices=("commands", "routes"))
    parser.add_argument("--cases", type=int, default=10_000, help="how many (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="of what is made up (default 1)")
    parser.add_argument("--as-guest", action="store_true", help="ask as a guest who plays, not as the host")
    args = parser.parse_args(arguments)
    try:
        if args.what == "commands":
            try_commands(args.cases, args.seed)
        else:
            try_routes(args.cases, args.seed, as_guest=args.as_guest)
    except (AssertionError, ExceptionGroup) as fault:
        print(fault, *getattr(fault, "__notes__", ()), *getattr(fault, "exceptions", ()), sep="\n")
        return 1
    print(f"{args.cases} {args.what}: every one ended as it should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
