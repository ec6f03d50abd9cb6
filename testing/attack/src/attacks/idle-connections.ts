// Connections that send nothing, or never finish their headers.
import type { Attack } from '../attack.ts';

/** Loopback is not limited by address; this many leave room below the limit of all connections. */
const FROM_LOOPBACK = 3500;
const FROM_STRANGERS = 5000;
const FIRST = ['', 'GET / HTTP/1.1\r\nHost: registry\r\nX-Slow: ', 'G'];

export const idleConnections: Attack = {
  name: 'idle-connections',
  summary: '3,500 connections, of strangers 5,000, that send nothing, or headers that never end',
  arm: (attacker) => () =>
    attacker.hold(
      attacker.count(attacker.target.isStrange ? FROM_STRANGERS : FROM_LOOPBACK),
      (socket, index) => {
        attacker.countAnswers(socket);
        const first = FIRST[index % FIRST.length] ?? '';
        if (first !== '') socket.write(first);
      },
    ),
};
