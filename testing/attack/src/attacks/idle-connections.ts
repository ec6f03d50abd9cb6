// Connections that send nothing, or never finish their headers.
import type { Attack } from '../attack.ts';

const FIRST = ['', 'GET / HTTP/1.1\r\nHost: registry\r\nX-Slow: ', 'G'];

export const idleConnections: Attack = {
  name: 'idle-connections',
  summary: '5,000 connections that send nothing, or headers that never end',
  arm: (attacker) => () =>
    attacker.hold(attacker.count(5000), (socket, index) => {
      attacker.countAnswers(socket);
      const first = FIRST[index % FIRST.length] ?? '';
      if (first !== '') socket.write(first);
    }),
};
