#!/usr/bin/env python3
"""A bot at a shared table of Tablée, with nothing but Python's standard library.

It opens a table (or sits down at one), subscribes to its events, and plays to the end. It knows no rules: each message
says whose turn it is, and the server lists the legal moves. Put your own choice into `choose`.
Try it:  tablee serve  and then  python3 examples/bot.py http://127.0.0.1:8017 --against level2
The addresses are described in docs/api.md, the messages and events in docs/protocol.md.
"""

import argparse
import json
import random
import time
import urllib.error
import urllib.request


def choose(legal):
    """The move that puts this seat furthest ahead of the others at once."""
    seat = legal["seat"]

    def lead(scores):
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)

    best = max(lead(move["scores"]) for move in legal["moves"])
    return random.choice([move["mv"] for move in legal["moves"] if lead(move["scores"]) == best])


class Refused(Exception):
    """A refusal: `code` is for programs, the text for people."""

    def __init__(self, problem):
        super().__init__(problem["why"]["en"])
        self.code = problem["code"]


class Server:
    def __init__(self, address, key=None, invite=None):
        self.address, self.key, self.invite = address.rstrip("/"), key, invite

    def open(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = "Bearer " + self.key
        if self.invite:
            headers["Tablee-Invite"] = self.invite
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.address + path, data, headers, method=method)
            try:
                return urllib.request.urlopen(request, timeout=60)
            except urllib.error.HTTPError as refusal:
                problem = json.load(refusal)
                if "wait" not in problem:
                    raise Refused(problem) from None
                time.sleep(problem["wait"])  # over a rate limit: the server says when to retry

    def ask(self, method, path, body=None):
        with self.open(method, path, body) as answer:
            return json.load(answer)

    def subscribe(self, table):
        """Every message with events of a table, from the first event on; reconnects where it stopped."""
        version = 0
        while True:
            with self.open("GET", f"/api/tables/{table}/events?from={version}") as stream:
                for line in stream:
                    message = json.loads(line[5:]) if line.startswith(b"data:") else {}
                    if message.get("is") == "events":
                        version = max([version] + [event["v"] for event in message["events"]])
                        yield message
            time.sleep(1)  # the server closed the stream


def play(server, me, table):
    """Plays until the game ends; returns its last event."""
    seats = {}
    for message in server.subscribe(table):
        for event in message["events"]:
            if event["is"] == "sat":
                seats[event["seat"]] = event["who"].get("person", {}).get("id")
            elif event["is"] in ("ended", "aborted", "closed"):
                return event
        if "turn" not in message or seats[message["turn"]] != me:
            continue
        try:
            legal = server.ask("GET", f"/api/tables/{table}/moves")
            server.ask("POST", f"/api/tables/{table}", {"do": "move", "v": legal["v"], "mv": choose(legal)})
        except Refused as refused:
            # The table has changed meanwhile; the next message says how.
            if refused.code not in ("stale", "not-your-turn", "over"):
                raise


def main():
    parser = argparse.ArgumentParser(description="A bot that plays at a shared table of Tablée.")
    parser.add_argument("server", help="such as http://127.0.0.1:8017")
    parser.add_argument("--key", help="a key with the scope `play`; without one the bot is a guest")
    parser.add_argument("--table", help="the table to sit down at; without one the bot opens a table")
    parser.add_argument("--invite", help="the secret of the invitation to it (what follows `#i=` in the link)")
    parser.add_argument("--game", default="kumata", help="the game to play at a table of its own")
    parser.add_argument("--against", default="level1", help="the bot to play against there")
    args = parser.parse_args()

    server = Server(args.server, args.key, args.invite)
    if not args.key:
        server.key = server.ask("POST", "/api/people", {"name": "bot.py"})["key"]
    me = server.ask("GET", "/api/me")["id"]
    table = args.table
    if table:
        server.ask("POST", "/api/tables/" + table, {"do": "sit", "invite": args.invite})
    else:
        seats = ["me", {"bot": args.against}]
        new = {"game": args.game, "options": {"players": "2"}, "public": True, "rated": False, "seats": seats}
        table = server.ask("POST", "/api/tables", new)["table"]
        server.ask("POST", "/api/tables/" + table, {"do": "begin"})
    print(f"{server.address}/t/{table}", flush=True)
    print(json.dumps(play(server, me, table)))


if __name__ == "__main__":
    main()
