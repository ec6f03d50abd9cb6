// Seals what is in the cache folder of the user and is believed without looking at it again. A cache may come from
// elsewhere, such as a CI service: the key is in another folder, so that nobody who writes the cache can make a seal.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../../command.ts';
import { unlessFailed } from '../../errors/expected.ts';
import { writeAtOnce } from '../../files/write-at-once.ts';
import { stateFolder } from '../../settings/folders.ts';

const KEY_BYTES = 32;

/** The length of a seal: hexadecimal digits. */
export const SEAL_LENGTH = 64;

/** A key in a file, which is made when it is first needed. */
export class SealKey {
  readonly #path: string | (() => string);
  #key: Buffer | undefined;

  /** @param path - in a folder that is not part of the cache; a function may throw if there is none */
  constructor(path: string | (() => string)) {
    this.#path = path;
  }

  /** @param head - says what the text is, and for whom. @returns undefined if there is no key, and none can be made */
  seal(head: string, text: string | Uint8Array): string | undefined {
    // Some users have no home.
    this.#key ??= unlessFailed(() => {
      const path = typeof this.#path === 'string' ? this.#path : this.#path();
      return findKey(path) ?? makeKey(path);
    });
    return this.#key && createHmac('sha256', this.#key).update(head).update(text).digest('hex');
  }

  /** Whether a seal is that of the text. */
  verify(seal: Uint8Array, head: string, text: string | Uint8Array): boolean {
    const wanted = this.seal(head, text);
    return wanted !== undefined && seal.length === SEAL_LENGTH && timingSafeEqual(seal, Buffer.from(wanted));
  }
}

/** The key of a user. */
export function openSealKey(environment: Environment): SealKey {
  return new SealKey(() => join(stateFolder(environment), 'contents-key'));
}

function findKey(path: string): Buffer | undefined {
  const key = unlessFailed(() => readFileSync(path));
  return key?.length === KEY_BYTES ? key : undefined;
}

/** Of two processes that make one, the later wins: what the other one has sealed is made again. @throws if it cannot be written */
function makeKey(path: string): Buffer {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const key = randomBytes(KEY_BYTES);
  writeAtOnce(path, key);
  return key;
}
