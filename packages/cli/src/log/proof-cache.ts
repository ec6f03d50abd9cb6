// The proofs that versions are in logs, for `prime verify --log` without a registry. They can be asked for again.
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '../command.ts';
import { unlessFailed } from '../errors/expected.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { explainCacheError } from '../install/cache/cache-writer.ts';
import { RecordFile } from '../install/cache/record-file.ts';
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

export function proofFolder(environment: Environment): string {
  return join(cacheFolder(environment), 'proofs');
}

/** About 20,000 proofs. In bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Proofs in a folder, by the digests of the tarballs. Errors only cost a request. */
export class ProofCache {
  readonly #folder: string;
  readonly #records: RecordFile;

  constructor(folder: string, { onWarning }: { readonly onWarning?: (text: string) => void } = {}) {
    this.#folder = folder;
    this.#records = new RecordFile({
      path: join(folder, 'records'),
      maxBytes: MAX_BYTES,
      onError: (error) => onWarning?.(explainCacheError(folder, error)),
    });
  }

  find(key: ProofKey): string | undefined {
    const record = this.#records.find(nameOf(key));
    return record === undefined ? this.#findOlder(key) : parseText(record);
  }

  /** Keeps a proof; {@link save} writes it. */
  keep(key: ProofKey, proof: string): void {
    this.#records.add(nameOf(key), JSON.stringify(proof));
  }

  /** Writes what was kept. */
  save(): void {
    this.#records.save();
  }

  /** Before 0.3.0, each proof was a file. */
  #findOlder(key: ProofKey): string | undefined {
    const path = pathOfProof(this.#folder, key);
    return unlessFailed(() => readRegularFile(path, MAX_BYTES).toString('utf8'));
  }
}

/** Several registries may have the same tarball, and one registry may have it under several names. */
function nameOf({ registry, name, version, sha256 }: ProofKey): string {
  const place = hash('sha256', `${registry} ${name} ${version}`).slice(0, 16);
  return `${sha256}-${place}`;
}

/** A file for each proof, or for what else is known of one version in one registry. */
export function pathOfProof(folder: string, key: ProofKey): string {
  return join(folder, key.sha256.slice(0, 2), nameOf(key));
}

/** Undefined for a text that was cut off. */
function parseText(record: string): string | undefined {
  const text = unlessFailed((): unknown => JSON.parse(record));
  return typeof text === 'string' ? text : undefined;
}
