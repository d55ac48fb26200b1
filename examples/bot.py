#!/usr/bin/env python3
"""A program at a shared table of Tablée, with nothing but Python's standard library.

It opens a table (or sits down at one), follows what happens there, and plays to the end. The rules it leaves to `tablee bot`,
which it keeps informed of every ply and asks for a move when it is on turn; put your own choice in `Rules.choose`.
Try it:  tablee serve  and then  python3 examples/bot.py http://127.0.0.1:8017 --against level2
The addresses are described in docs/api.md, the events in docs/protocol.md, the lines to `tablee bot` in docs/engine-protocol.md.
"""

import argparse
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """What a server said no to: `code` is for programs, the text for people."""

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
            try:
                return urllib.request.urlopen(urllib.request.Request(self.address + path, data, headers, method=method), timeout=60)
            except urllib.error.HTTPError as refusal:
                problem = json.load(refusal)
                if "wait" not in problem:
                    raise Refused(problem) from None
                time.sleep(problem["wait"])  # too much at once: the server says when to come back

    def ask(self, method, path, body=None):
        with self.open(method, path, body) as answer:
            return json.load(answer)

    def follow(self, table):
        """Every event of a table, the past ones first, in batches; for as long as the table lasts."""
        known = 0
        while True:
            with self.open("GET", f"/api/tables/{table}/events?from={known}") as stream:
                for line in stream:
                    message = json.loads(line[5:]) if line.startswith(b"data:") else {}
                    if message.get("is") == "events":
                        events = [event for event in message["events"] if event["v"] > known]
                        known = events[-1]["v"] if events else known
                        yield events
            time.sleep(1)  # the server went away: go on where it stopped


class Rules:
    """`tablee bot`, which knows the rules and how to play."""

    def __init__(self, command):
        try:
            self.engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        except OSError as missing:
            sys.exit(f"{command[0]} cannot be started ({missing.strerror}); say with --tablee where the program is")
        self.plies = 0
        self.say("tablee 1")

    def say(self, command):
        print(command, file=self.engine.stdin, flush=True)
        for line in self.engine.stdout:
            if line.startswith("="):
                return line[1:].strip()
            if line.startswith("?"):
                raise ValueError(f"{command}: {line[1:].strip()}")
        raise EOFError("the engine has ended")

    def hear(self, event):
        kind = event["is"]
        if kind == "opened":
            self.say("game " + event["game"])
            for name, value in event["options"].items():
                self.say(f"option {name} {value}")
        elif kind == "begun" and event["setup"]:
            self.say("setup " + event["setup"])
        elif kind in ("move", "drawn"):
            self.say(f"play {event.get('seat', 'chance')} {event['mv']}")
            self.plies += 1
        elif kind == "undone":
            while self.plies > event["plies"]:
                self.say("undo")
                self.plies -= 1

    def choose(self, seat):
        return self.say(f"go {seat} seconds 2")


def play(server, me, table, rules):
    seats, begun = {}, False
    for events in server.follow(table):
        for event in events:
            rules.hear(event)
            if event["is"] == "sat":
                seats[event["seat"]] = event["who"].get("person", {}).get("id")
            elif event["is"] == "begun":
                begun = True
            elif event["is"] in ("ended", "closed"):
                return event
        turn = rules.say("turn") if begun else ""
        if events and turn.isdigit() and seats.get(int(turn)) == me:
            move = {"do": "move", "v": events[-1]["v"], "mv": rules.choose(int(turn))}
            try:
                server.ask("POST", "/api/tables/" + table, move)
            except Refused as refused:
                if refused.code not in ("stale", "over"):  # something happened meanwhile: it will be told
                    raise


def main():
    asked = argparse.ArgumentParser(description="A program that plays at a shared table of Tablée.")
    asked.add_argument("server", help="such as http://127.0.0.1:8017")
    asked.add_argument("--key", help="a key with the scope `play`; without one it comes as a guest")
    asked.add_argument("--table", help="the table to sit down at; without one it opens a table")
    asked.add_argument("--invite", help="the secret of the invitation to it (what stands after `#i=` in the link)")
    asked.add_argument("--game", default="kumata", help="what to play at a table of its own")
    asked.add_argument("--against", default="level1", help="the bot to play against there")
    asked.add_argument("--tablee", default="tablee", help="where the program `tablee` is")
    asked.add_argument("--level", default="level1", help="how well to play")
    asked = asked.parse_args()

    server = Server(asked.server, asked.key, asked.invite)
    if not asked.key:
        server.key = server.ask("POST", "/api/people", {"name": "bot.py"})["key"]
    me = server.ask("GET", "/api/me")["id"]
    table = asked.table
    if table:
        server.ask("POST", "/api/tables/" + table, {"do": "sit", "invite": asked.invite})
    else:
        seats = ["me", {"bot": asked.against}]
        new = {"game": asked.game, "options": {"players": "2"}, "public": True, "rated": False, "seats": seats}
        table = server.ask("POST", "/api/tables", new)["table"]
        server.ask("POST", "/api/tables/" + table, {"do": "begin"})
    print(f"{server.address}/t/{table}", flush=True)
    end = play(server, me, table, Rules([asked.tablee, "bot", asked.level]))
    print(json.dumps(end), file=sys.stdout)


if __name__ == "__main__":
    main()
