#!/usr/bin/env python3
"""A complete bot for Tablée in a few dozen lines: it takes the move that puts it furthest ahead at once.

It knows no rules: it asks for the legal moves with their points ("wants legal"), so it plays all four games.
Try it:  tablee arena kumata --bots random,"engine:python3 examples/engine.py" --games 20
The protocol is described in docs/engine-protocol.md.
"""

import random
import sys


def answer(*lines):
    print(*lines, sep="\n", flush=True)


def lead(points, seat):
    """By how many points a seat is ahead of the best other seat."""
    return points[seat] - max(other for number, other in enumerate(points) if number != seat)


def main():
    dice = random.Random(1)  # a fixed seed, so that a game can be repeated
    seats = 2
    legal = []  # pairs: points by seat, move
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "tablee":
            answer("name greedy.py", "wants legal", "= tablee 1")
        elif command == "game":
            seats = 2
            answer("=")
        elif command == "option":
            name, _, value = rest.partition(" ")
            if name == "players":
                seats = int(value)
            answer("=")
        elif command in ("|", "setup", "play", "undo"):
            answer("=")  # `legal` says all that this engine needs
        elif command == "legal":
            legal = []
            for _ in range(int(rest)):
                words = sys.stdin.readline().strip().split(" ")
                legal.append(([int(word) for word in words[:seats]], " ".join(words[seats:])))
            answer("=")
        elif command == "go":
            seat = int(rest.split(" ")[0])
            best = max(lead(points, seat) for points, _ in legal)
            answer("= " + dice.choice([move for points, move in legal if lead(points, seat) == best]))
        elif command == "stop":
            pass
        elif command == "quit":
            answer("=")
            return
        else:
            answer("? unknown command " + command)


if __name__ == "__main__":
    main()
