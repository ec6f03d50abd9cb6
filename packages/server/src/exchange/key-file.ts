// The keys of an issuer from a file, for registries that do not reach it.
import { readFile } from 'node:fs/promises';
import { parseKeySet } from '@prime-registry/identity';
import { type KeySource, KeysUnavailableError } from './issuer-source.ts';

/** How soon a changed file is noticed. */
const MAX_AGE_MS = 10_000;
const PAUSE_MS = 1000;

/** @param path - of a JSON Web Key Set (RFC 7517) */
export function openKeyFile(path: string): KeySource {
  return {
    ...{ maxAgeMs: MAX_AGE_MS, pauseMs: PAUSE_MS, isShared: false },
    async read() {
      const keys = parseKeySet(await readText(path));
      if (keys.ok) return keys.value;
      throw new KeysUnavailableError(`the key set in ${path} ${keys.message}`);
    },
    async close() {},
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new KeysUnavailableError(`its keys in ${path} cannot be read (${code})`);
  }
}
