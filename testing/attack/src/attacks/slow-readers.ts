// Downloads that read a byte a second.
import { buildTarball } from '@prime-registry/testkit';
import { type Attack, SCOPE } from '../attack.ts';

const NAME = `${SCOPE}/large`;
const BYTES = 20 * 2 ** 20;

export const slowReaders: Attack = {
  name: 'slow-readers',
  summary: '500 connections download 20 MiB each, whole or in ranges, at a byte a second',
  async prepare(attacker) {
    const tarball = buildTarball({ 'large.bin': attacker.random.bytes(attacker.count(BYTES)) });
    await attacker.mustPublish({ name: NAME, version: '1.0.0', tarball });
  },
  arm: (attacker) => () =>
    attacker.hold(attacker.count(500), (socket, index) => {
      const range = index % 3 === 0 ? `Range: bytes=${index}-\r\n` : '';
      socket.write(`GET /pack/${NAME}/1.0.0/tarball HTTP/1.1\r\nHost: registry\r\n${range}\r\n`);
      // A listener for `readable` does not read by itself.
      socket.on('readable', () => undefined);
      const timer = setInterval(() => socket.read(1), 1000);
      socket.once('close', () => clearInterval(timer));
    }),
};
