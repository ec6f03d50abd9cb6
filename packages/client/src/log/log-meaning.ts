// Whether the entries of a log make sense together. The tree proves that nobody has changed them, not that a version was
// published once.
import {
  isKnownEntry,
  type LogEntry,
  LogEntryError,
  parseLogEntry,
  type UnknownLogEntry,
  type VersionLogEntry,
} from '@prime-registry/protocol';
import { isVersionEntry } from './check-version-proof.ts';
import { LoggedVersions } from './logged-versions.ts';

/** Problems and types that are kept: a log can have any number of them. */
const MOST_PROBLEMS = 1000;
const MOST_TYPES = 20;

/** Something that makes no sense. */
export interface LogProblem {
  /** The entry. */
  readonly index: number;
  /** A sentence without a full stop. */
  readonly message: string;
}

/** Reads the entries of a log in their order. */
export class LogMeaning {
  readonly #versions = new LoggedVersions();
  readonly #problems: LogProblem[] = [];
  #problemCount = 0;
  readonly #unknownTypes = new Set<string>();

  /** The versions of all Primes. */
  get versions(): Pick<LoggedVersions, 'size' | 'names' | 'hasName' | 'hasDigest' | 'find' | 'listOf'> {
    return this.#versions;
  }

  /** The first ones. */
  get problems(): readonly LogProblem[] {
    return this.#problems;
  }

  /** How many problems there are. */
  get problemCount(): number {
    return this.#problemCount;
  }

  /** Types of entries that this program does not know: some of them, if there are many. */
  get unknownTypes(): ReadonlySet<string> {
    return this.#unknownTypes;
  }

  add(bytes: Uint8Array, index: number): void {
    const say = (message: string): void => {
      this.#problemCount += 1;
      if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ index, message });
    };
    const entry = readEntry(bytes, say);
    if (entry === undefined) return;
    if (index === 0 && entry.type !== 'begin') say("the first entry is not 'begin'");
    if (!isKnownEntry(entry)) {
      if (this.#unknownTypes.size < MOST_TYPES) this.#unknownTypes.add(shorten(entry.type));
      return;
    }
    const problem = this.#take(entry, index);
    if (problem !== undefined) say(problem);
  }

  #take(entry: LogEntry, index: number): string | undefined {
    if (isVersionEntry(entry)) return this.#begin(entry, index);
    switch (entry.type) {
      case 'begin':
        return index === 0 || entry.previous !== undefined ? undefined : 'the log begins a second time';
      case 'yank':
      case 'unyank':
        return this.#change(entry, (row) => this.#versions.setYanked(row, entry.type === 'yank'));
      case 'remove':
        return this.#change(entry, (row) => this.#versions.setRemoved(row));
      case 'channel':
      case 'sign':
        return this.#change(entry, () => undefined);
      default:
        return undefined;
    }
  }

  #begin(entry: VersionLogEntry, index: number): string | undefined {
    const { name, sha256 } = entry;
    const origin = 'origin' in entry ? entry.origin : undefined;
    const key = { name, version: withoutBuild(entry.version) };
    const row = this.#versions.find(key);
    const isYanked = 'yanked' in entry && entry.yanked === true;
    if (row === undefined) {
      const state = { index, ...(origin !== undefined && { origin }), isYanked, isRemoved: false };
      this.#versions.add(key, sha256, state);
      return undefined;
    }
    const before = this.#versions.at(row);
    const isSame = this.#versions.hasDigest(row, sha256);
    // What was removed may be taken back from an export, with the same bytes.
    if (before.isRemoved && entry.type !== 'publish' && isSame) {
      this.#versions.takeBack(row, { index, isYanked });
      return undefined;
    }
    // A mirror may pull again what it has evicted.
    if (entry.type === 'mirror' && isSame && before.origin === origin) return undefined;
    const content = isSame ? 'the same content' : 'other content';
    return `${name} ${entry.version} is there a second time, with ${content}; the first is the entry #${before.index}`;
  }

  #change(
    entry: {
      readonly type: string;
      readonly name: string;
      readonly version: string;
      readonly sha256?: string | undefined;
    },
    change: (row: number) => void,
  ): string | undefined {
    const { type, name, version, sha256 } = entry;
    const row = this.#versions.find({ name, version: withoutBuild(version) });
    if (row === undefined) return `'${type}' is for ${name} ${version}, which is not there`;
    const { index, isRemoved } = this.#versions.at(row);
    if (isRemoved) return `'${type}' is for ${name} ${version}, which was removed`;
    if (sha256 !== undefined && !this.#versions.hasDigest(row, sha256))
      return `'${type}' is for ${name} ${version} with another sha256 than the entry #${index}`;
    change(row);
    return undefined;
  }
}

function readEntry(
  bytes: Uint8Array,
  say: (message: string) => void,
): LogEntry | UnknownLogEntry | undefined {
  try {
    return parseLogEntry(bytes);
  } catch (error) {
    if (!(error instanceof LogEntryError)) throw error;
    say(error.message);
    return undefined;
  }
}

/** Any text can be the type of an entry. */
function shorten(type: string): string {
  return type.length > 50 ? `${type.slice(0, 50)}…` : type;
}

/** A version without build metadata (Semantic Versioning 2.0.0, section 10). */
export function withoutBuild(version: string): string {
  const [plain = ''] = version.split('+', 1);
  return plain;
}
