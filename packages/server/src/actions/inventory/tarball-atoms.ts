// Reads the atoms of a tarball that was accepted before: here, under the limits of that time, or by another
// registry.
import { hash } from 'node:crypto';
import { TarballInspector } from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';
import { WIDEST_LIMITS } from '../../tasks/publish/tarball-reading.ts';
import { type FoundSecrets, type SecretSearch, TarballSecrets } from '../../tasks/publish/tarball-secrets.ts';

/** Reads the atoms of one tarball from its bytes. */
export class TarballAtoms {
  readonly #collector = new InventoryCollector({ sha256: (text) => hash('sha256', text) });
  readonly #secrets: TarballSecrets;
  readonly #inspector: TarballInspector;

  constructor(search: SecretSearch = { secretScan: 'off', operatorToken: undefined }) {
    this.#secrets = new TarballSecrets(search, this.#collector);
    this.#inspector = new TarballInspector(WIDEST_LIMITS, this.#secrets);
  }

  /** The secrets so far. */
  get secrets(): FoundSecrets {
    return this.#secrets.list();
  }

  /**
   * Takes the next bytes; the caller may reuse the chunk when this resolves. Never rejects because of their
   * content.
   */
  write(chunk: Uint8Array): Promise<void> {
    return this.#inspector.write(chunk);
  }

  /** The inventory; undefined if the bytes are no tarball. */
  async finish(): Promise<Inventory | undefined> {
    const inspection = await this.#inspector.finish();
    const inventory = inspection.ok ? await this.#collector.finish() : undefined;
    this.#secrets.searchAtoms(inventory?.atoms ?? []);
    return inventory;
  }

  /** Frees its memory; safe at any time. */
  discard(): void {
    this.#inspector.discard();
  }
}
