"""A line between this network namespace and another one, for the bench: rate, delay and loss in each direction.

Two TUN devices, and what goes into one comes out of the other: the kernels on both sides speak their real TCP.
Prints "ready" when the line stands; each line on its standard input sets bytes a second, seconds of delay one way and
the share of packets that are lost. Python, because Node cannot make a TUN device, and the kernel need not have netem.
"""

import argparse
import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x0001 | 0x1000
CLONE_NEWNET = 0x40000000


def open_device(name, address, peer):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name, IFF_TUN_NO_PI))
    named = name.decode()
    subprocess.run(["ip", "address", "add", address, "peer", peer, "dev", named], check=True)
    subprocess.run(["ip", "link", "set", named, "up", "mtu", "1500"], check=True)
    return device


def enter(namespace):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


class How:
    """What the line is like just now; a wire of this house until it is told otherwise."""

    # Bytes that may wait before the line.
    queue = 64 * 1024

    def __init__(self):
        self.rate, self.delay, self.loss = 1e8, 0.0, 0.0

    def read(self, words):
        if not words:
            sys.exit()
        self.rate, self.delay, self.loss = map(float, words.split())
        print("set", flush=True)


class Direction:
    """Packets leave one after the other at the line's rate, and arrive a delay later; some never do."""

    def __init__(self, source, target, how):
        self.source, self.target, self.how = source, target, how
        self.free_at = 0.0
        self.under_way = []
        self.sent = 0

    def take(self, now):
        packet = os.read(self.source, 2048)
        waiting = max(0.0, self.free_at - now) * self.how.rate
        if waiting > self.how.queue:
            return
        self.sent += 1
        self.free_at = max(self.free_at, now) + len(packet) / self.how.rate
        if random.random() >= self.how.loss:
            heapq.heappush(self.under_way, (self.free_at + self.how.delay, self.sent, packet))

    def give(self, now):
        while self.under_way and self.under_way[0][0] <= now:
            os.write(self.target, heapq.heappop(self.under_way)[2])

    def next_at(self):
        return self.under_way[0][0] if self.under_way else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--peer", type=int, required=True, help="process whose namespace is the other end")
    peer = parser.parse_args().peer
    how = How()
    random.seed(1)
    here = open_device(b"line0", "10.77.0.1", "10.77.0.2")
    enter(os.open(f"/proc/{peer}/ns/net", os.O_RDONLY))
    there = open_device(b"line0", "10.77.0.2", "10.77.0.1")
    directions = [Direction(here, there, how), Direction(there, here, how)]
    print("ready", flush=True)
    while True:
        times = [at for at in (direction.next_at() for direction in directions) if at is not None]
        wait = max(0.0, min(times) - time.monotonic()) if times else 1.0
        readable, _, _ = select.select([here, there, 0], [], [], wait)
        if 0 in readable:
            how.read(sys.stdin.readline())
        now = time.monotonic()
        for direction in directions:
            if direction.source in readable:
                direction.take(now)
            direction.give(now)


main()
