"""A worker for A2 in Python: 3.9 or newer, standard library only. Copy it, and change the handlers.

    A2_URL=http://127.0.0.1:8484 A2_TOKEN=... python3 worker.py
"""
import http.client
import json
import os
import random
import signal
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
import uuid
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

SERVER = os.environ.get("A2_URL", "http://127.0.0.1:8484")
LEASE_MS = int(os.environ.get("A2_LEASE_MS", "30000"))  # If this process dies, others get its events after that.
WORK_MS = int(os.environ.get("WORK_MS", "200"))
AT_ONCE = 10
GRACE_MS = int(os.environ.get("A2_GRACE_MS", "10000"))
HOLDER = f"captioner-{uuid.uuid4()}"  # Claims are renewed under this name: no two processes may share it.


class Permanent(Exception):
    """Raise this where another try would not help: the event becomes a dead letter at once."""


# What to do with an event, by consumer. What a handler returns is appended when its attempt completes, in one step, so it is
# there once however often the handler ran. The world outside is another matter: an event whose worker died is handled again, so
# give claim["idempotencyKey"], which is the same on every try, to whomever you pay, mail or tell.
def caption(claim, superseded):
    payload = claim["event"]["payload"]
    if "photo" not in payload:
        raise Permanent(f"there is no photo in event {claim['index']} of {claim['sessionId']}")
    superseded.wait(WORK_MS / 1000)  # The work. The event says that somebody else owns the event by now: look at it often.
    return [{"type": "photo.captioned", "payload": {"photo": payload["photo"], "caption": "a cat"}}]


HANDLERS = {"captioner": caption}

# ---- from here on nothing depends on what the worker does


def post(path, body, timeout=30):
    headers = {"Content-Type": "application/json"}
    if os.environ.get("A2_TOKEN"):
        headers["Authorization"] = "Bearer " + os.environ["A2_TOKEN"]
    request = urllib.request.Request(f"{SERVER}/v1/work/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=timeout) as response:
        return json.load(response)


def insist(path, body, superseded=None):
    """Repeats a call while the server cannot be reached or is busy. All but the claim may be repeated; a lost claim lapses."""
    pause = 0.1
    while not (superseded and superseded.is_set()):
        try:
            return post(path, body)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                print(error.read().decode(), file=sys.stderr)
                raise
        except (OSError, http.client.HTTPException):
            pass  # It cannot be reached, or went away in the middle.
        time.sleep(pause * (0.5 + random.random() / 2))  # By chance, so that a fleet does not come back at once.
        pause = min(2 * pause, 5)
    return None


ATTEMPT = ("sessionId", "consumer", "lane", "index", "attempt")
running = {}  # What is at work, by session, consumer, lane and index.
lock = threading.Lock()  # Guards it.


class Running:
    def __init__(self, claim, pool):
        self.claim = claim
        self.key = key(claim)
        self.superseded = threading.Event()
        with lock:
            earlier = running.get(self.key)  # A try of our own, whose lease lapsed.
            if earlier:
                earlier.superseded.set()
            running[self.key] = self
        self.future = pool.submit(self.handle)

    def handle(self):
        claim = self.claim
        try:
            events = HANDLERS[claim["consumer"]](claim, self.superseded)
            insist("complete", {**attempt(claim), "events": events}, self.superseded)
        except Exception as error:
            if self.superseded.is_set() or getattr(error, "code", None) == 409:
                return  # Somebody else has it, or the session was cleared.
            traceback.print_exc()
            failure = {"error": traceback.format_exc(), "retry": not isinstance(error, Permanent)}
            insist("fail", {**attempt(claim), **failure}, self.superseded)
        finally:
            with lock:
                if running.get(self.key) is self:
                    del running[self.key]


def all_running():
    with lock:
        return list(running.values())


def key(head):
    return tuple(head[name] for name in ATTEMPT[:-1])


def attempt(claim):
    return {name: claim[name] for name in ATTEMPT}


def claims_of(entries):
    return {"holder": HOLDER, "claims": [attempt(entry.claim) for entry in entries]}


def renew():
    """Claims last while their handlers run. Two renewals may be lost before one lapses."""
    while True:
        time.sleep(LEASE_MS / 3000)
        entries = all_running()
        if entries:
            try:
                reply = post("renew", {**claims_of(entries), "leaseMs": LEASE_MS}, timeout=LEASE_MS / 3000)
            except Exception:
                continue
            lost = {key(head) for head in reply["superseded"]}
            for entry in entries:
                if entry.key in lost:
                    entry.superseded.set()


def work(pool):
    consumers = [{"name": name} for name in HANDLERS]
    while True:
        entries = all_running()
        if len(entries) >= AT_ONCE:
            wait([entry.future for entry in entries], return_when=FIRST_COMPLETED)
            continue
        limit = AT_ONCE - len(entries)
        body = {"holder": HOLDER, "consumers": consumers, "leaseMs": LEASE_MS, "limit": limit, "waitMs": 20000}
        for claim in insist("claim", body)["claims"]:
            Running(claim, pool)


def main():
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    threading.Thread(target=renew, daemon=True).start()
    try:
        work(ThreadPoolExecutor(AT_ONCE))
    except KeyboardInterrupt:
        pass
    # Told to end: what runs may finish, what does not is given back, at no failure.
    wait([entry.future for entry in all_running()], timeout=GRACE_MS / 1000)
    left = all_running()
    if left:
        post("release", claims_of(left))
    sys.stderr.flush()
    os._exit(0)  # Handlers that still run are not waited for.


if __name__ == "__main__":
    main()
