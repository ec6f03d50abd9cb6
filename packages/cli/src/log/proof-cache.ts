// The proofs that versions are in logs, for `prime verify --log` without a registry. They can be asked for again.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../command.ts';
import { CacheWriter } from '../install/cache/cache-writer.ts';
import { cacheFolder } from '../settings/folders.ts';

/** The proof of one version in the log of one registry. */
export interface ProofKey {
  readonly registry: string;
  /** The name under which the registry has it. */
  readonly name: string;
  readonly version: string;
  /** Digest of the tarball. */
  readonly sha256: string;
}

/** The folder of the proofs. */
export function proofFolder(environment: Environment): string {
  return join(cacheFolder(environment), 'proofs');
}

/** Proofs in a folder, by the digests of the tarballs. Errors only cost a request. */
export class ProofCache {
  readonly #folder: string;
  readonly #writer: CacheWriter;

  constructor(folder: string, { onWarning }: { readonly onWarning?: (text: string) => void } = {}) {
    this.#folder = folder;
    this.#writer = new CacheWriter(folder, onWarning);
  }

  find(key: ProofKey): string | undefined {
    try {
      return readFileSync(this.#pathOf(key), 'utf8');
    } catch {
      return undefined;
    }
  }

  keep(key: ProofKey, proof: string): void {
    using entry = this.#writer.begin(this.#pathOf(key));
    entry.write(new TextEncoder().encode(proof));
    entry.keep();
  }

  /** Several registries may have the same tarball, and one registry may have it under several names. */
  #pathOf({ registry, name, version, sha256 }: ProofKey): string {
    const place = createHash('sha256').update(`${registry} ${name} ${version}`).digest('hex').slice(0, 16);
    return join(this.#folder, sha256.slice(0, 2), `${sha256}-${place}`);
  }
}
