// Uploads with a good token, in chunks of one byte.
import { manifestText } from '@prime-registry/testkit';
import { type Attack, SCOPE } from '../attack.ts';

const MANIFEST_BYTES = 200_000;
const TARBALL_BYTES = 1_000_000;
const PART = (name: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n`;

export const tinyChunks: Attack = {
  name: 'tiny-chunks',
  summary: '120 connections send a manifest, a tarball or part headers in chunks of one byte',
  arm(attacker) {
    const { publisher } = attacker.target.tokens;
    const head =
      `POST /publish HTTP/1.1\r\nHost: registry\r\nAuthorization: Bearer ${publisher}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n';
    const manifest = manifestText({ name: `${SCOPE}/chunks` });
    const bodies = [
      `${PART('manifest')}\r\n${manifest}\nx: "${'x'.repeat(attacker.count(MANIFEST_BYTES))}"\r\n`,
      `${PART('tarball')}\r\n${'x'.repeat(attacker.count(TARBALL_BYTES))}\r\n`,
      `${PART('manifest')}${'X-Header: 1\r\n'.repeat(attacker.count(20_000))}`,
    ].map((body) => inChunksOfOneByte(`${body}--b--\r\n`));
    return () =>
      attacker.hold(attacker.count(120), (socket, index) => {
        attacker.countAnswers(socket);
        socket.write(head);
        socket.write(bodies[index % bodies.length] as Buffer);
      });
  },
};

function inChunksOfOneByte(text: string): Buffer {
  return Buffer.from(`${text.replaceAll(/./gs, '1\r\n$&\r\n')}0\r\n\r\n`);
}
