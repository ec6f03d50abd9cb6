// What this package reads: the entries that it would unpack.
import { createHash, type Hash } from 'node:crypto';
import { TarballInspector, type TarballSink } from '../../src/index.ts';
import { WIDE_LIMITS } from '../inspect-bytes.ts';
import type { ReadItem, Reading } from './reading.ts';

/** Inspects a packed archive. */
export async function readOurs(packed: Uint8Array): Promise<Reading> {
  const collector = new Collector();
  const inspector = new TarballInspector(WIDE_LIMITS, collector);
  await inspector.write(packed);
  const inspection = await inspector.finish();
  return inspection.ok ? { entries: collector.entries } : { failure: inspection.problem.message };
}

class Collector implements TarballSink {
  readonly entries: ReadItem[] = [];
  #hash: Hash = createHash('sha256');
  #file = { path: '', sizeBytes: 0 };

  onFolder(path: string): void {
    this.entries.push({ path, kind: 'folder', sizeBytes: 0, sha256: '' });
  }

  onFile(path: string, sizeBytes: number): void {
    this.#hash = createHash('sha256');
    this.#file = { path, sizeBytes };
  }

  onContent(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  onFileEnd(): void {
    this.entries.push({ ...this.#file, kind: 'file', sha256: this.#hash.digest('hex') });
  }
}
