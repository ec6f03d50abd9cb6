// A whole archive: usual entries, of which some are made odd, an end, and gzip around it.
import { gzipSync } from 'node:zlib';
import type { SeededRandom } from '@prime-registry/testkit';
import { encodeSpec } from './entry-spec.ts';
import { packOddly } from './odd-gzip.ts';
import { ODDITIES } from './oddities.ts';
import { usualEntry } from './usual-entry.ts';

/** An archive, as a tar stream and packed. */
export interface RandomArchive {
  readonly tar: Buffer;
  readonly packed: Buffer;
  /** Whether the packing is odd too, so that programs must unpack it themselves. */
  readonly isOddlyPacked: boolean;
}

const ODDITY_COUNTS = [0, 1, 1, 1, 1, 1, 2, 2];
const ENDS = [0, 512, 1024, 1024, 1024, 1024, 1024, 1536, 2048, 10_240, 1000, 1025];

/** The next archive; the random numbers determine every byte. */
export function randomArchive(random: SeededRandom): RandomArchive {
  const specs = Array.from({ length: random.integer(1, 4) }, (_, index) => usualEntry(random, index));
  for (let left = random.pick(ODDITY_COUNTS); left > 0; left -= 1) {
    random.pick(ODDITIES)(random.pick(specs), random);
  }
  const parts = specs.map(encodeSpec);
  if (random.chance(0.03))
    parts.splice(random.integer(0, parts.length), 0, random.pick([Buffer.alloc(512), ...parts]));
  const tar = Buffer.concat([...parts, Buffer.alloc(random.chance(0.8) ? 1024 : random.pick(ENDS))]);
  if (random.chance(0.01)) tar[tar.length - random.integer(1, 1024)] = 1;
  const isOddlyPacked = random.chance(0.1);
  return { tar, packed: isOddlyPacked ? packOddly(tar, random) : gzipSync(tar, { level: 1 }), isOddlyPacked };
}
