// What the registry asks of its metadata store. Actions and routes know these interfaces and nothing behind them.
// Every method fails with a RegistryError `storage_unavailable` when the database cannot answer.
import type { AtomStore } from './atom-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import type { DownloadStore } from './download-store.ts';
import type { EvictionStore } from './eviction-store.ts';
import type { IndexStore } from './index-store.ts';
import type { BlobReferences, WholeVersionStore } from './maintenance-store.ts';
import type { MirrorStore } from './mirror-store.ts';
import type { RichSearchStore } from './rich-search-store.ts';
import type { SearchStore } from './search-store.ts';
import type { TokenStore } from './token-store.ts';
import type { VersionStore } from './version-store.ts';

/** The whole store. */
export interface RegistryStore
  extends VersionStore,
    WholeVersionStore,
    AtomStore,
    SearchStore,
    RichSearchStore,
    TokenStore,
    AuditStore,
    CatalogueStore,
    DownloadStore,
    MirrorStore,
    EvictionStore,
    IndexStore,
    BlobReferences {
  /** Answers when the store can be read. */
  ping(): Promise<void>;
  /** Reads all of the database. @returns what is wrong with it, a line each; nothing for a sound one. */
  findDefects(): Promise<string[]>;
  /**
   * A number that is another one after every commit, whatever process made it; it says no more than that. It is asked for hot
   * reads: where it is at hand in microseconds it is answered at once, else with a promise.
   */
  changeStamp(): number | Promise<number>;
  /** Does nothing a second time. */
  close(): Promise<void>;
}
