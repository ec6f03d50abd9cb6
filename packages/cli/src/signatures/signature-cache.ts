// What registries have said about the signers and the publisher of versions, for commands that ask nobody. Signatures are
// verified again whenever they are read; a provenance without a log is worth what the registry is worth, and so it is sealed:
// a cache may come from elsewhere.
import { join } from 'node:path';
import { isSha256, type Provenance, parseProvenance } from '@prime-registry/protocol';
import type { Environment } from '../command.ts';
import { unlessFailed } from '../errors/expected.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { CacheWriter } from '../install/cache/cache-writer.ts';
import { openSealKey, type SealKey } from '../install/cache/seal-key.ts';
import { type ProofKey, pathOfProof } from '../log/proof-cache.ts';
import { cacheFolder } from '../settings/folders.ts';
import type { StoredSignature } from './verify-signatures.ts';

/** What is kept of one version. */
export interface StoredEvidence {
  /** Absent if the registry was never asked for them. */
  readonly signatures?: readonly StoredSignature[];
  /** What the manifest said, of a registry without a log. */
  readonly provenance?: Provenance;
  /** Set if the registry has shown that it has these bytes. */
  readonly isThere?: true;
}

/** What is sealed if the registry has these bytes; a provenance is JSON, and never this text. */
const THERE = 'there';

/** A larger file was written by nobody here, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Evidence in a folder of the cache, by the digests of the tarballs. Errors only cost a request. */
export class SignatureCache {
  readonly #folder: string;
  readonly #key: SealKey;
  readonly #writer: CacheWriter;

  constructor(environment: Environment, { onWarning }: { readonly onWarning?: (text: string) => void } = {}) {
    this.#folder = join(cacheFolder(environment), 'signatures');
    this.#key = openSealKey(environment);
    this.#writer = new CacheWriter(this.#folder, onWarning);
  }

  /** What is known about a version; undefined if its registry was never asked. */
  find(key: ProofKey): StoredEvidence | undefined {
    const path = pathOfProof(this.#folder, key);
    return unlessFailed(() =>
      this.#parse(key, JSON.parse(readRegularFile(path, MAX_BYTES).toString('utf8'))),
    );
  }

  keep(key: ProofKey, evidence: StoredEvidence): void {
    using entry = this.#writer.begin(pathOfProof(this.#folder, key));
    const { provenance, isThere, ...others } = evidence;
    const seal = provenance && this.#key.seal(headOf(key), JSON.stringify(provenance));
    const there = isThere && this.#key.seal(headOf(key), THERE);
    const record = { ...others, provenance, seal, there };
    entry.write(new TextEncoder().encode(JSON.stringify(record)));
    entry.keep();
  }

  #parse(key: ProofKey, value: unknown): StoredEvidence | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const signatures: unknown = 'signatures' in value ? value.signatures : undefined;
    const said: unknown = 'provenance' in value ? value.provenance : undefined;
    const provenance = parseProvenance(this.#isSealed(key, value, said) ? said : undefined);
    return {
      ...(Array.isArray(signatures) && { signatures: signatures.filter(isStored) }),
      ...(provenance.ok && { provenance: provenance.value }),
      ...(this.#isSealedThere(key, value) && { isThere: true as const }),
    };
  }

  /** Whether this user's prime has written what was said. Records of 0.1.0 have no seal: their registries are asked again. */
  #isSealed(key: ProofKey, value: object, said: unknown): boolean {
    const seal: unknown = 'seal' in value ? value.seal : undefined;
    if (said === undefined || typeof seal !== 'string') return false;
    return this.#key.verify(Buffer.from(seal), headOf(key), JSON.stringify(said));
  }

  #isSealedThere(key: ProofKey, value: object): boolean {
    const there: unknown = 'there' in value ? value.there : undefined;
    return typeof there === 'string' && this.#key.verify(Buffer.from(there), headOf(key), THERE);
  }
}

/** What is sealed in front of what was said: about which bytes, and by whom. */
function headOf({ registry, name, version, sha256 }: ProofKey): string {
  return `prime-evidence ${JSON.stringify([registry, name, version, sha256])}\n`;
}

function isStored(value: unknown): value is StoredSignature {
  if (typeof value !== 'object' || value === null) return false;
  if (!('signature' in value) || !('manifest_sha256' in value)) return false;
  const { signature, manifest_sha256: digest } = value;
  return typeof signature === 'string' && typeof digest === 'string' && isSha256(digest);
}
