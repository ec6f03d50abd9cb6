// Signs with keys that this process has in memory.
import {
  createVerifierKey,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  type NoteSigner,
  signNote,
} from '@prime-registry/tlog';
import { openSeed, sha256 } from './ed25519.ts';
import type { SigningKey } from './key-file.ts';
import type { LogSigner } from './log-signer.ts';

/**
 * A signer for a name of the log.
 * @param keys - the current one first; those whose time has come are not used any more
 * @param now - milliseconds since the epoch
 */
export function createNoteSigner(origin: string, keys: readonly SigningKey[], now: () => number): LogSigner {
  const signers = keys.map(({ seed, untilMs = Number.POSITIVE_INFINITY }) => ({
    untilMs,
    signer: openSigner(origin, seed),
  }));
  const listSigners = (): NoteSigner[] => {
    const nowMs = now();
    return signers.filter(({ untilMs }) => nowMs < untilMs).map(({ signer }) => signer);
  };
  return {
    origin,
    get vkeys() {
      return listSigners().map(({ key }) => formatVerifierKey(sha256, key));
    },
    sign: (size, root) => formatNote(signNote(formatCheckpoint({ origin, size, root }), listSigners())),
  };
}

function openSigner(origin: string, seed: Uint8Array): NoteSigner {
  const { publicKey, sign } = openSeed(seed);
  return { key: createVerifierKey(sha256, { name: origin, publicKey }), sign };
}
