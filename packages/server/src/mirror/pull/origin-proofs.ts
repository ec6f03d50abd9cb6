// Finds the proof that a version is in the log of the registry that it came from, for readers who verify it themselves.
import { SingleFlight } from '@prime-registry/concurrency';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { OriginProof, VersionRecord } from '@prime-registry/store';
import { type FindingDeps, findElsewhere, questionOf, toTold } from './mirrored-manifests.ts';

/**
 * What is found: a proof of another registry; or that the log of this registry is the only one that has the version; or
 * that the version is not here, and nobody proves it yet. Undefined if there is no such version.
 */
export type FoundOriginProof = OriginProof | 'own' | 'not-yet' | undefined;

export class OriginProofs {
  readonly #deps: FindingDeps;
  readonly #running = new SingleFlight<FoundOriginProof>();

  constructor(deps: FindingDeps) {
    this.#deps = deps;
  }

  /**
   * Finds a proof. Upstreams are asked for that of a version that came without one, or that is not here yet: a mirror of
   * this one asks for it while the version is on its way.
   * @throws RegistryError `upstream_unavailable`, `upstream_changed`, `upstream_mismatch`
   */
  async find(name: PrimeName, version: Version): Promise<FoundOriginProof> {
    const { store } = this.#deps;
    const record = await store.findVersion(name.full, version);
    if (record !== undefined) {
      if (record.origin === undefined) return 'own';
      const kept = await store.findOriginProof(name.full, version);
      if (kept !== undefined) return kept;
    }
    return this.#running.run(questionOf(name, version), () => this.#ask(name, version, record));
  }

  async #ask(
    name: PrimeName,
    version: Version,
    record: VersionRecord | undefined,
  ): Promise<FoundOriginProof> {
    const { store } = this.#deps;
    const otherwise = record === undefined ? undefined : 'own';
    const found = await findElsewhere(this.#deps, name, version);
    if (found === undefined) return otherwise;
    const { upstream, manifest } = found;
    const telling = Promise.resolve(toTold(manifest));
    const proof = await upstream.proveVersion(name.full, version.full, telling);
    if (proof === undefined) return otherwise ?? 'not-yet';
    if (record !== undefined) await store.saveOriginProof(name.full, version, proof);
    return proof;
  }
}
