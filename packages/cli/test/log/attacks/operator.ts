// What somebody with access to the data of a registry can do to it: change rows, tarballs, entries and keys.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encodeLogEntry, type LogEntry } from '@prime-registry/protocol';
import { buildTarball } from '@prime-registry/testkit';
import { makeKey, sha256 } from '@prime-registry/testkit/fake-log';
import { appendLeaves, EMPTY_EDGE, encodeHashes, formatVerifierKey, leafHash } from '@prime-registry/tlog';

/** A tarball that nobody has published. */
export const EVIL = buildTarball({ 'primes/@acme/evil.prime': 'evil' });
export const EVIL_SHA256 = createHash('sha256').update(EVIL).digest('hex');

/** The data of a registry that does not run. */
export class Operator {
  readonly #folder: string;
  readonly #database: DatabaseSync;

  constructor(folder: string) {
    this.#folder = folder;
    this.#database = new DatabaseSync(join(folder, 'registry.sqlite'), {
      enableForeignKeyConstraints: false,
    });
  }

  close(): void {
    this.#database.close();
  }

  run(sql: string, ...values: (string | number | Uint8Array)[]): void {
    this.#database.prepare(sql).run(...values);
  }

  /** Gives the versions of a Prime another tarball. */
  swapRow(name: string, digest: string, sizeBytes: number): void {
    this.run(
      'update versions set sha256 = ?, size_bytes = ? where prime_id = (select id from primes where name = ?)',
      ...[digest, sizeBytes, name],
    );
  }

  /** Writes a tarball, under a digest that need not be its own. */
  writeBlob(digest: string, bytes: Uint8Array): void {
    const path = join(this.#folder, 'blobs', 'sha256', digest.slice(0, 2), digest);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }

  /** The digest of the first version of a Prime. */
  digestOf(name: string): string {
    const row = this.#database
      .prepare('select sha256 from versions join primes on primes.id = prime_id where name = ?')
      .get(name);
    return String(row?.sha256);
  }

  /** The entries of the log. */
  readEntries(): Uint8Array[] {
    const rows = this.#database.prepare('select entry from log_entries order by entry_index').all();
    return rows.map(({ entry }) => entry as Uint8Array);
  }

  /** Changes an entry, and nothing else. */
  replaceEntry(index: number, entry: Uint8Array): void {
    this.#database.exec('drop trigger if exists log_entries_no_update');
    this.run('update log_entries set entry = ? where entry_index = ?', entry, index);
  }

  /** Writes another log of fewer than 256 entries, as if it had always been this one. */
  writeLog(entries: readonly Uint8Array[]): void {
    const { edge } = appendLeaves(
      sha256,
      EMPTY_EDGE,
      entries.map((entry) => leafHash(sha256, entry)),
    );
    this.#database.exec('drop trigger if exists log_entries_no_delete; delete from log_entries');
    for (const [index, entry] of entries.entries())
      this.run('insert into log_entries (entry_index, entry) values (?, ?)', index, entry);
    this.run('update log_state set size = ?, edge = ?', edge.size, encodeHashes(edge.hashes));
  }

  /** Makes the registry forget what it has signed. */
  removeMark(): void {
    rmSync(join(this.#folder, 'blobs', 'log-head.json'), { force: true });
  }

  /** Gives the log another key. @param isRecorded - also where the database names it */
  replaceKey({ isRecorded }: { readonly isRecorded: boolean }): void {
    const { publicKey, seed } = makeKey();
    const origin = String(this.#database.prepare('select origin from log_names').get()?.origin);
    const vkey = formatVerifierKey(sha256, { name: origin, publicKey });
    const [, id] = vkey.split('+');
    const secret = Buffer.concat([Buffer.of(1), seed]).toString('base64');
    writeFileSync(join(this.#folder, 'log.key'), `PRIVATE+KEY+${origin}+${id}+${secret}\n`);
    if (isRecorded) this.run('update log_names set vkey = ?', vkey);
  }
}

/** An entry with other fields. */
export function changed(
  entry: Uint8Array,
  fields: Partial<LogEntry> & { readonly sha256?: string },
): Uint8Array {
  return encodeLogEntry({ ...JSON.parse(Buffer.from(entry).toString()), ...fields });
}
