// The attacks of the table in docs/security-model.md, by those who run a registry, break into it or stand in its place.
import { type Fault, runCommand } from '@prime-registry/testkit';
import { problem } from '@prime-registry/testkit/fake-log';
import { type AttackedRegistry, type Past, passOn } from './attacked-registry.ts';
import { changed, EVIL, EVIL_SHA256, type Operator } from './operator.ts';

/** An attack. */
export interface Attack {
  /** As in the table. */
  readonly name: string;
  /** The data that the registry has. */
  readonly past?: Past;
  /** Where its mark of the last signed head comes from, if not from there, too. */
  readonly mark?: Past;
  readonly tamper?: (operator: Operator) => void;
  /** What happens while the registry runs. */
  readonly live?: (registry: AttackedRegistry, folder: string) => Promise<void>;
  /** What stands in front of the registry. */
  readonly stand?: (registry: AttackedRegistry) => Promise<Front>;
}

/** Something in front of a registry. */
interface Front {
  readonly fault: (path: string) => Promise<Fault | undefined> | Fault | undefined;
  readonly close: () => Promise<unknown>;
}

const isOfLog = (path: string): boolean => path.startsWith('/-/log') || path.includes('/proof');
const NAMES = ['@acme/web', '@acme/tool'];

function swapBoth(operator: Operator): void {
  operator.writeBlob(EVIL_SHA256, EVIL);
  for (const name of NAMES) operator.swapRow(name, EVIL_SHA256, EVIL.length);
}

function isOfTool(entry: Uint8Array): boolean {
  return /"type":"publish".*"version":"1\.0\.0"/.test(text(entry)) && text(entry).includes('@acme/tool');
}

function hasDigest(entry: Uint8Array): boolean {
  return text(entry).includes('"sha256":');
}

function text(entry: Uint8Array): string {
  return Buffer.from(entry).toString();
}

function front(fault: Front['fault']): NonNullable<Attack['stand']> {
  return async () => ({ fault, close: async () => undefined });
}

export const ATTACKS: readonly Attack[] = [
  { name: 'Nothing: the registry is honest' },
  {
    name: 'A tarball is replaced on the disk',
    tamper: (operator) => {
      for (const name of NAMES) operator.writeBlob(operator.digestOf(name), EVIL);
    },
  },
  {
    name: 'A row is changed: another digest',
    tamper: (operator) => {
      for (const name of NAMES) operator.swapRow(name, EVIL_SHA256, EVIL.length);
    },
  },
  { name: 'Row and tarball are replaced', tamper: swapBoth },
  {
    name: 'Row, tarball and entry are replaced',
    tamper: (operator) => {
      swapBoth(operator);
      const entries = operator.readEntries();
      const index = entries.findIndex(isOfTool);
      operator.replaceEntry(index, changed(entries[index] ?? new Uint8Array(), { sha256: EVIL_SHA256 }));
    },
  },
  {
    name: 'Row, tarball, entry and the whole tree are replaced, and the mark is deleted',
    tamper: (operator) => {
      swapBoth(operator);
      const entries = operator.readEntries();
      operator.writeLog(
        entries.map((entry) => (hasDigest(entry) ? changed(entry, { sha256: EVIL_SHA256 }) : entry)),
      );
      operator.removeMark();
    },
  },
  {
    name: 'Row and tarball are replaced, and the log gets a second entry by somebody else',
    tamper: (operator) => {
      swapBoth(operator);
      const entries = operator.readEntries();
      const index = entries.findIndex(isOfTool);
      const second = changed(entries[index] ?? new Uint8Array(), { sha256: EVIL_SHA256, by: 'intruder' });
      operator.writeLog([...entries, second]);
      operator.run('update logged_versions set entry_index = ? where entry_index = ?', entries.length, index);
    },
  },
  {
    name: 'The row of a version is deleted',
    tamper: (operator) => {
      operator.run("delete from versions where version = '1.1.0-rc.1'");
    },
  },
  {
    name: 'A yank is taken back in the row only',
    tamper: (operator) => {
      operator.run('update versions set yanked_at_ms = null, yanked_by = null, yank_reason = null');
    },
  },
  { name: 'The database is rolled back; the mark is newer', past: 'older', mark: 'true' },
  { name: 'Database and mark are rolled back', past: 'older' },
  { name: 'Database and mark are rolled back, and the log grows again', past: 'forked' },
  {
    name: 'Split view: one user gets the log of a fork',
    stand: async (registry) => {
      const fork = await registry.startBeside('forked');
      return { fault: (path) => passOn(fork.baseUrl, path), close: () => fork.stop() };
    },
  },
  {
    name: 'An old state is shown, with the true hashes up to the newest head',
    stand: async (registry) => {
      const older = await registry.startBeside('older');
      return {
        fault: (path) => (path.includes('/consistency') ? undefined : passOn(older.baseUrl, path)),
        close: () => older.stop(),
      };
    },
  },
  {
    name: 'An old head is shown, and everything else is new',
    stand: async (registry) => {
      const older = await registry.startBeside('older');
      return {
        fault: (path) => (path === '/-/log/checkpoint' ? passOn(older.baseUrl, path) : undefined),
        close: () => older.stop(),
      };
    },
  },
  {
    name: 'The log is hidden',
    tamper: swapBoth,
    stand: front((path) => (isOfLog(path) ? problem(404, 'not_found') : undefined)),
  },
  {
    name: 'The proof of a version is hidden',
    tamper: swapBoth,
    stand: front((path) => (path.includes('/proof') ? problem(404, 'not_found') : undefined)),
  },
  {
    name: 'The version is said to be taken in later',
    tamper: swapBoth,
    stand: front((path) => (path.includes('/proof') ? problem(404, 'not_logged_yet') : undefined)),
  },
  { name: 'The key file is replaced', tamper: (operator) => operator.replaceKey({ isRecorded: false }) },
  {
    name: 'The key is replaced, in the database, too',
    tamper: (operator) => operator.replaceKey({ isRecorded: true }),
  },
  {
    name: 'A thief of a token publishes properly',
    live: async ({ current }, folder) => {
      const flags = ['--name', 'stolen', '--scope', '@acme', '--json', '--data', folder];
      const { stdout } = await runCommand(['token', 'create', ...flags]);
      const { token } = JSON.parse(stdout) as { readonly token: string };
      await current.actorWith(token).mustPublish({ name: '@acme/tool', version: '1.2.0' });
    },
  },
];
