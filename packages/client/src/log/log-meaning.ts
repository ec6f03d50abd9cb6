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

/** What a log says of a version in the end. */
export interface LoggedState {
  /** The entry that says its digest; the first one, if there are several. */
  readonly index: number;
  readonly sha256: string;
  /** The registry that it came from, if not this one. */
  readonly origin?: string;
  readonly isYanked: boolean;
  readonly isRemoved: boolean;
}

/** Reads the entries of a log in their order. */
export class LogMeaning {
  readonly #primes = new Map<string, Map<string, LoggedState>>();
  readonly #problems: LogProblem[] = [];
  #problemCount = 0;
  readonly #unknownTypes = new Set<string>();

  /** The Primes by name, and their versions without build metadata, which does not make another version. */
  get primes(): ReadonlyMap<string, ReadonlyMap<string, LoggedState>> {
    return this.#primes;
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
        return this.#change(entry, { isYanked: entry.type === 'yank' });
      case 'remove':
        return this.#change(entry, { isRemoved: true });
      case 'channel':
        return this.#change(entry, {});
      default:
        return undefined;
    }
  }

  #begin(entry: VersionLogEntry, index: number): string | undefined {
    const { name, sha256 } = entry;
    const origin = 'origin' in entry ? entry.origin : undefined;
    const versions = this.#primes.get(name) ?? new Map<string, LoggedState>();
    this.#primes.set(name, versions);
    const key = withoutBuild(entry.version);
    const before = versions.get(key);
    if (before === undefined) {
      const isYanked = 'yanked' in entry && entry.yanked === true;
      versions.set(key, {
        index,
        sha256,
        ...(origin !== undefined && { origin }),
        isYanked,
        isRemoved: false,
      });
      return undefined;
    }
    // What was removed may be taken back from an export, with the same bytes.
    const isTakenBack = before.isRemoved && entry.type !== 'publish' && before.sha256 === sha256;
    if (isTakenBack) {
      const isYanked = 'yanked' in entry && entry.yanked === true;
      versions.set(key, { ...before, index, isYanked, isRemoved: false });
      return undefined;
    }
    // A mirror may pull again what it has evicted.
    if (entry.type === 'mirror' && before.sha256 === sha256 && before.origin === origin) return undefined;
    const content = before.sha256 === sha256 ? 'the same content' : 'other content';
    return `${name} ${entry.version} is there a second time, with ${content}; the first is the entry #${before.index}`;
  }

  #change(
    entry: {
      readonly type: string;
      readonly name: string;
      readonly version: string;
      readonly sha256?: string | undefined;
    },
    change: Partial<LoggedState>,
  ): string | undefined {
    const { type, name, version, sha256 } = entry;
    const key = withoutBuild(version);
    const versions = this.#primes.get(name);
    const before = versions?.get(key);
    if (versions === undefined || before === undefined)
      return `'${type}' is for ${name} ${version}, which is not there`;
    if (before.isRemoved) return `'${type}' is for ${name} ${version}, which was removed`;
    if (sha256 !== undefined && sha256 !== before.sha256)
      return `'${type}' is for ${name} ${version} with another sha256 than the entry #${before.index}`;
    versions.set(key, { ...before, ...change });
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
