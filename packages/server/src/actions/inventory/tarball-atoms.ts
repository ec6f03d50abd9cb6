// The atoms of a tarball that was accepted before: by this registry, under whatever limits it had then, or by another one.
import { type ArchiveLimits, TarballInspector } from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';

/** As far as the settings go: what was published under them must be readable. */
const WIDEST_LIMITS: ArchiveLimits = { maxUnpackedBytes: 2 ** 40, maxEntries: 10_000_000, maxRatio: 2000 };

/** Reads the atoms of one tarball as its bytes come by. */
export class TarballAtoms {
  readonly #collector = new InventoryCollector();
  readonly #inspector = new TarballInspector(WIDEST_LIMITS, this.#collector);

  /** Takes the next bytes; the chunk may be used again when this resolves. Never rejects because of what they are. */
  write(chunk: Uint8Array): Promise<void> {
    return this.#inspector.write(chunk);
  }

  /** What was read; undefined for a tarball that is none. */
  async finish(): Promise<Inventory | undefined> {
    const inspection = await this.#inspector.finish();
    return inspection.ok ? this.#collector.finish() : undefined;
  }

  /** Frees what it holds; safe at any time. */
  discard(): void {
    this.#inspector.discard();
  }
}
