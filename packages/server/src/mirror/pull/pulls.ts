// The pulls of one process. Everybody who asks for a version joins the pull of it that is in flight.
import type { BlobChunks } from '@prime-registry/blobs';
import { Semaphore, SingleFlight } from '@prime-registry/concurrency';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { OriginProof, RegistryStore, VersionRecord } from '@prime-registry/store';
import { type MirrorRoom, noRoomFor } from '../evict/mirror-room.ts';
import { type MemoryAccount, MemoryHold, tooMuch } from '../memory-hold.ts';
import { listSuppliers, type SupplierDeps } from '../suppliers.ts';
import type { Upstream, UpstreamTarball } from '../upstreams/upstream.ts';
import { inspectPulled } from './inspect-pulled.ts';
import { type KeepDeps, keepVersion } from './keep-version.ts';
import {
  type FoundManifest,
  type MirroredManifests,
  questionOf,
  toRecord,
  toTold,
} from './mirrored-manifests.ts';
import { fillSpool, type Pull } from './pull.ts';
import type { TarballSpool } from './tarball-spool.ts';

export interface PullDeps extends KeepDeps, SupplierDeps {
  readonly store: RegistryStore;
  readonly manifests: MirroredManifests;
  readonly createSpool: () => TarballSpool;
  readonly room: Pick<MirrorRoom, 'use'>;
  /** What each pull takes from the memory, in bytes. */
  readonly pullBytes: number;
  /**
   * Tarballs that are pulled from one upstream at the same time; others wait for their turn. A slow upstream
   * keeps its own waiting, and no other.
   */
  readonly maxPulls: number;
  readonly memory: MemoryAccount;
  /** Called when a pull fails after its answer has begun. @param origin - base URL of the upstream */
  readonly onFailure: (error: unknown, origin: string) => void;
  /** Called when all bytes of a tarball have arrived. @param origin - base URL of the upstream */
  readonly onPulled: (origin: string, sizeBytes: number) => void;
}

/** A pull may take an hour: an upstream that sends a byte now and then must not hold its slot for ever. */
const MAX_PULL_MS = 3_600_000;

/** Pulls that wait for a slot of an upstream, for each that it has: their readers may be gone. */
const WAITING_PER_SLOT = 64;

const NO_LENGTH = 'a tarball that is whole has a length';

/** A version that is not here. */
interface Wanted {
  readonly name: PrimeName;
  readonly version: Version;
}

/** What an upstream has answered about a version: the manifest, and the beginning of the tarball. */
interface Opened {
  readonly found: FoundManifest;
  readonly tarball: UpstreamTarball;
  /** Resolves when the log of the upstream has proved the version. */
  readonly proving: Promise<OriginProof | undefined>;
}

/** The chunks. Before the end it waits for the proof, and throws its error as soon as it is known. */
async function* untilProved(
  chunks: AsyncIterable<Uint8Array>,
  proving: Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  let refusal: { readonly error: unknown } | undefined;
  proving.catch((error: unknown) => {
    refusal = { error };
  });
  for await (const chunk of chunks) {
    if (refusal !== undefined) throw refusal.error;
    yield chunk;
  }
  await proving;
}

export class Pulls {
  readonly #deps: PullDeps;
  readonly #running = new SingleFlight<Pull | undefined>((pull) => pull?.kept);
  /** By the base URL of the upstream. */
  readonly #slots = new Map<string, Semaphore>();
  readonly #closing = new AbortController();

  constructor(deps: PullDeps) {
    this.#deps = deps;
  }

  /**
   * Starts to pull a version, or joins the pull of it that is in flight.
   * @returns undefined when no upstream has the version
   * @throws RegistryError `upstream_unavailable`, `upstream_mismatch`
   */
  async pull(name: PrimeName, version: Version): Promise<Pull | undefined> {
    return this.#running.run(questionOf(name, version), () => this.#start({ name, version }));
  }

  /** Aborts the pulls that are in flight, and resolves when they have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    const pulls = await Promise.allSettled(this.#running.values());
    await Promise.all(pulls.map((pull) => (pull.status === 'fulfilled' ? pull.value?.kept : undefined)));
  }

  async #start(wanted: Wanted): Promise<Pull | undefined> {
    const { name, version } = wanted;
    const { manifests } = this.#deps;
    const here = await this.#findHere(wanted);
    if (here !== undefined) return here;
    if (await manifests.isAbsent(name, version)) return undefined;
    const suppliers = await listSuppliers(this.#deps, name);
    const onlySupplier = suppliers.length === 1 ? suppliers[0] : undefined;
    const knownUpstream = manifests.recall(name, version, suppliers)?.upstream ?? onlySupplier;
    const finding = manifests.find(name, version, suppliers);
    // Awaited after the wait for a slot, and throws the error then.
    finding.catch(() => undefined);
    // Among several candidates, only the one that has the manifest is asked for the tarball.
    const upstream = knownUpstream ?? (await finding)?.upstream;
    return upstream && this.#startFrom(upstream, wanted, finding);
  }

  async #startFrom(
    upstream: Upstream,
    wanted: Wanted,
    finding: Promise<FoundManifest | undefined>,
  ): Promise<Pull | undefined> {
    const slots = this.#slotsOf(upstream);
    let leave = slots.tryAcquire();
    if (leave === undefined) {
      // What does not exist waits for no slot: readers could ask for any number of such versions.
      if ((await finding) === undefined) return undefined;
      if (slots.waiting >= this.#deps.maxPulls * WAITING_PER_SLOT) throw tooMuch(upstream.url);
      leave = await slots.acquire();
    }
    const hold = new MemoryHold(this.#deps.memory, upstream.url);
    const release = (): void => {
      hold.release();
      leave();
    };
    let pull: Pull | undefined;
    try {
      hold.grow(this.#deps.pullBytes);
      const opened = await this.#open(wanted, upstream, finding);
      pull = opened && (await this.#stream(wanted, opened));
    } finally {
      if (pull === undefined) release();
    }
    void pull?.kept.finally(release);
    return pull;
  }

  #slotsOf({ url }: Upstream): Semaphore {
    const known = this.#slots.get(url);
    if (known !== undefined) return known;
    const slots = new Semaphore(this.#deps.maxPulls);
    this.#slots.set(url, slots);
    return slots;
  }

  /** Asks for manifest, tarball and proof at the same time, so that the first byte is one round trip away. */
  async #open(
    { name, version }: Wanted,
    upstream: Upstream,
    finding: Promise<FoundManifest | undefined>,
  ): Promise<Opened | undefined> {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, this.#closing.signal, AbortSignal.timeout(MAX_PULL_MS)]);
    const sha256 = finding.then((found) => found?.manifest.sha256 ?? '');
    // `finding` itself is awaited below, and throws the error.
    sha256.catch(() => undefined);
    const telling = finding.then((found) => found && toTold(found.manifest));
    telling.catch(() => undefined);
    const proving = upstream.proveVersion(name.full, version.full, telling);
    // Awaited before the end of the tarball.
    proving.catch(() => undefined);
    let opened: Opened | undefined;
    try {
      const opening = upstream.openTarball(name.full, version.full, sha256, signal);
      const [found, tarball] = await Promise.all([finding, opening]);
      if (found !== undefined && tarball !== undefined) opened = { found, tarball, proving };
    } finally {
      if (opened === undefined) ending.abort();
    }
    return opened;
  }

  async #stream(wanted: Wanted, opened: Opened): Promise<Pull> {
    const spool = this.#deps.createSpool();
    const kept = this.#keep(wanted, opened, spool);
    let record = this.#toRecord(opened, opened.tarball.sizeBytes);
    if (record === undefined) {
      await spool.whole();
      record = this.#toRecord(opened, spool.sizeBytes);
    }
    if (record === undefined) throw new Error(NO_LENGTH);
    const read = async (): Promise<BlobChunks> => {
      const coming = spool.read();
      if (coming !== undefined) return coming;
      // The pull was over before this reader began.
      const here = await this.#findHere(wanted);
      if (here !== undefined) return here.read();
      throw (await kept)?.error;
    };
    return { record, kept, begun: () => spool.begun(), read };
  }

  /** Spools the tarball for those who read it, and stores the version once it is whole. */
  async #keep(wanted: Wanted, opened: Opened, spool: TarballSpool): Pull['kept'] {
    const { name, version } = wanted;
    const { upstream } = opened.found;
    try {
      const { name: full, version: exact, size_bytes: sizeBytes } = opened.found.manifest;
      const expected = { name: full, version: exact, sizeBytes, url: upstream.url };
      const { proving } = opened;
      const chunks = untilProved(inspectPulled(opened.tarball.chunks, this.#deps, expected), proving);
      await fillSpool(spool, chunks, async (body) => {
        this.#deps.onPulled(upstream.url, spool.sizeBytes);
        const record = this.#toRecord(opened, spool.sizeBytes);
        if (record === undefined) throw new Error(NO_LENGTH);
        const originProof = await proving;
        const isKept = await this.#deps.room.use(spool.sizeBytes, () =>
          keepVersion(this.#deps, { name, record, upstream, originProof }, body),
        );
        if (!isKept) throw noRoomFor(full, exact);
        const { sha256, sizeBytes } = record;
        const end = sizeBytes - 1;
        return (start) => this.#deps.blobs.read(sha256, sizeBytes, { start, end });
      });
      return undefined;
    } catch (error) {
      // The manifest may be what was wrong.
      this.#deps.manifests.forget(name, version);
      this.#deps.onFailure(error, upstream.url);
      return { error };
    }
  }

  /** Undefined while the length is not known. */
  #toRecord({ found }: Opened, sizeBytes: number | undefined): VersionRecord | undefined {
    return toRecord(found, { publishedAtMs: this.#deps.now(), sizeBytes });
  }

  /** The version as it is stored here, if another pull has ended in the meantime. */
  async #findHere({ name, version }: Wanted): Promise<Pull | undefined> {
    const { store, blobs } = this.#deps;
    const record = await store.findVersion(name.full, version);
    if (record === undefined) return undefined;
    const read = (): Promise<BlobChunks> => blobs.read(record.sha256, record.sizeBytes);
    return { record, kept: Promise.resolve(undefined), begun: async () => undefined, read };
  }
}
