// Reads a tarball: inspects it, reads its atoms, and encodes them for the store.
import { hash } from 'node:crypto';
import { releaseMemory, TarballInspector } from '@prime-registry/archive';
import {
  type ComparedAtom,
  diffInventories,
  type Inventory,
  InventoryCollector,
  reportStep,
  type StepReport,
} from '@prime-registry/atoms';
import { getValue, parseVersion } from '@prime-registry/protocol';
import {
  type AtomKeys,
  type ComparedRow,
  decodeComparedAtom,
  type EncodedAtom,
  InventoryEncoder,
  type WantedAtom,
} from '@prime-registry/store';
import { hasRoom } from './heap-room.ts';
import type { TarballProgress, TarballReading, TarballToRead } from './tarball-reading.ts';
import { NO_SECRETS, TarballSecrets } from './tarball-secrets.ts';

/** The size of the parts of {@link ReadTarballTask.writeRest}, in bytes. */
const PART_BYTES = 64 * 1024;

/**
 * Reads one tarball: {@link write} its bytes, then {@link finish}; or {@link readWhole}. After that, the other
 * methods.
 */
export class ReadTarballTask {
  readonly #atoms = new InventoryCollector({ hasRoom, sha256: (text) => hash('sha256', text) });
  readonly #secrets: TarballSecrets | undefined;
  readonly #inspector: TarballInspector;
  readonly #before: ComparedAtom[] = [];
  /** What {@link writeRest} reads. */
  #rest: Uint8Array = new Uint8Array();
  #inventory: Inventory | undefined;
  #encoder: InventoryEncoder | undefined;

  constructor({ limits, search, readsAtoms, refusesRepositories }: TarballToRead) {
    if (!readsAtoms) this.#atoms.giveUp();
    this.#secrets = search && new TarballSecrets(search, this.#atoms, limits.maxUnpackedBytes);
    this.#inspector = new TarballInspector(limits, this.#secrets ?? this.#atoms, { refusesRepositories });
  }

  async write(chunk: Uint8Array): Promise<TarballProgress> {
    await this.#inspector.write(chunk);
    await this.#secrets?.unpack();
    return { takenBytes: this.#atoms.takenBytes, hasProblem: this.#inspector.hasProblem };
  }

  /**
   * Reads a whole tarball.
   * @param maxUnpackedBytes - of the archive
   * @returns undefined if it is larger or not valid gzip: then {@link writeRest} reads it
   */
  async readWhole(packed: Uint8Array, maxUnpackedBytes: number): Promise<TarballReading | undefined> {
    if (!(await this.#inspector.readWhole(packed, maxUnpackedBytes))) {
      this.#rest = packed;
      return undefined;
    }
    releaseMemory(new Uint8Array(packed.buffer));
    return this.finish();
  }

  /** Writes the next part of a given tarball. @returns undefined if nothing is left */
  async writeRest(packed: Uint8Array = this.#rest): Promise<TarballProgress | undefined> {
    this.#rest = packed.subarray(PART_BYTES);
    return packed.length === 0 ? undefined : this.write(packed.subarray(0, PART_BYTES));
  }

  /** Forgets the atoms, and reads no more of them. */
  giveUpAtoms(): void {
    this.#atoms.giveUp();
  }

  async finish(): Promise<TarballReading> {
    const inspection = await this.#inspector.finish();
    await this.#secrets?.unpack();
    this.#inventory = inspection.ok ? await this.#atoms.finish() : undefined;
    this.#encoder = this.#inventory && new InventoryEncoder(this.#inventory);
    this.#secrets?.searchAtoms(this.#inventory?.atoms ?? []);
    return {
      takenBytes: this.#atoms.takenBytes,
      inspection,
      secrets: this.#secrets?.list() ?? NO_SECRETS,
      leftNestedOut: this.#secrets?.leftNestedOut ?? false,
      summary: this.#encoder?.summary,
    };
  }

  /** See NewInventory. */
  async listKeys(prime: string): Promise<AtomKeys[]> {
    return (await this.#encoder?.listKeys(prime)) ?? [];
  }

  /** See NewInventory. */
  async encode(wanted: readonly WantedAtom[]): Promise<EncodedAtom[]> {
    return (await this.#encoder?.encode(wanted)) ?? [];
  }

  /** Takes atoms of the version before. @returns whether there is memory for more */
  addBefore(rows: readonly ComparedRow[]): boolean {
    for (const row of rows) this.#before.push(decodeComparedAtom(row));
    if (hasRoom()) return true;
    this.#before.length = 0;
    return false;
  }

  /** Judges the step from the version before to this one. */
  judge(from: string, to: string): StepReport {
    const diff = diffInventories(this.#before.splice(0), this.#inventory?.atoms ?? []);
    return reportStep(diff, getValue(parseVersion(from)), getValue(parseVersion(to)));
  }

  /** Frees its memory; safe at any time. */
  close(): void {
    this.#inspector.discard();
    this.#secrets?.discard();
  }
}
