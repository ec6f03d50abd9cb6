// Requests with the largest heads.
import type { Attack } from '../attack.ts';

const FIRST_LINE = 'HTTP/1.1\r\nHost: registry\r\n';

export const bigHeads: Attack = {
  name: 'big-heads',
  summary: 'heads of 15 KB, of 64 KB, of a thousand headers and with the longest paths, repeated',
  arm(attacker) {
    const heads = [
      `GET /pack/@others/small ${FIRST_LINE}X: ${'x'.repeat(15_000)}\r\n\r\n`,
      `GET /pack/@others/small ${FIRST_LINE}X: ${'x'.repeat(64_000)}\r\n\r\n`,
      `GET /pack/@others/small ${FIRST_LINE}${'x: 1\r\n'.repeat(1000)}\r\n`,
      `GET /${'%41'.repeat(5000)} ${FIRST_LINE}\r\n`,
      `GET /search?${'q=a&'.repeat(3800)} ${FIRST_LINE}\r\n`,
      `GET /pack/@others/small/1.0.0/tarball ${FIRST_LINE}If-None-Match: ${'"a",'.repeat(3800)}\r\n\r\n`,
    ];
    return () =>
      attacker.hold(attacker.count(50), (socket, index) => {
        const head = heads[index % heads.length] ?? '';
        attacker.countAnswers(socket);
        // The next request follows the answer.
        socket.on('data', () => socket.write(head));
        socket.write(head);
      });
  },
};
