// Anonymous reads of large pictures by clients that accept compression, which takes the threads that read files.
import { buildTarball } from '@prime-registry/testkit';
import { type Attack, SCOPE } from '../attack.ts';
import type { Attacker } from '../attacker/attacker.ts';

const NAME = `${SCOPE}/pictures`;
/** Together more than the registry keeps compressed. */
const PICTURES = 30;
/** The largest that is shown, in bytes. */
const PICTURE_BYTES = 2 * 1024 * 1024;
const CONNECTIONS = 60;

export const compressedPictures: Attack = {
  name: 'compressed-pictures',
  summary: 'anonymous reads of SVGs of 2 MiB, compressed',
  async prepare(attacker) {
    await attacker.mustPublish({ name: NAME, version: '1.0.0', tarball: packPictures(attacker) });
  },
  arm: (attacker) => () =>
    attacker.loop(attacker.count(CONNECTIONS), () => {
      const picture = attacker.random.integer(0, attacker.count(PICTURES) - 1);
      return attacker.ask({
        path: `/-/prime/${NAME}/1.0.0/file/${picture}.svg`,
        headers: { 'accept-encoding': attacker.random.pick(['br', 'gzip']) },
      });
    }),
};

/** Pictures of digits, which compress slowly. */
function packPictures(attacker: Attacker): Buffer {
  const begin = '<svg xmlns="http://www.w3.org/2000/svg"><!--';
  const end = '--></svg>';
  const files: Record<string, Uint8Array> = {};
  for (let picture = 0; picture < attacker.count(PICTURES); picture += 1) {
    const text = Buffer.alloc(PICTURE_BYTES - begin.length - end.length);
    for (let at = 0, value = picture + 1; at < text.length; at += 1) {
      value = (value * 48_271) % 2_147_483_647;
      text[at] = 0x30 + (value % 32);
    }
    files[`${picture}.svg`] = Buffer.concat([Buffer.from(begin), text, Buffer.from(end)]);
  }
  return buildTarball(files);
}
