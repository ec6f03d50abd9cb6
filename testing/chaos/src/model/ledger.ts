// The ledger: everything that was requested and acknowledged, and so what must exist.
import type { Draft } from './draft.ts';
import { LogMemory } from './log-memory.ts';
import { Registers } from './registers.ts';

/**
 * The state of a publish: `sent` while it runs, `lost` if its answer was lost, so that the version may exist,
 * `absent` if it cannot exist any more.
 */
type AttemptState = 'sent' | 'acknowledged' | 'lost' | 'absent';

/** One publish. */
export interface Attempt {
  readonly draft: Draft;
  /** The life of the registry that got it. */
  readonly life: number;
  state: AttemptState;
  /** Whether it may be in a backup. */
  wasThere: boolean;
}

/** Everything known about a version, whatever its build metadata. */
export interface VersionEntry {
  readonly name: string;
  readonly identity: string;
  readonly attempts: Attempt[];
  /** The published version. Once known, it never changes. */
  fact: Draft | undefined;
  /** A publish was answered with 409. */
  isTaken: boolean;
  /** `undoing`: it was acknowledged, and the outcome of taking it back is unknown. */
  yank: 'none' | 'sent' | 'lost' | 'acknowledged' | 'undoing';
  /** Whether a yank or its opposite is on its way. */
  isYankChanging: boolean;
  /** Number of yanks and their opposites so far. */
  yankChanges: number;
  /** Whether a backup may have it as yanked. */
  wasYanked: boolean;
  /** The life of the registry that got the latest yank. */
  yankLife: number;
  /** The life in which the answer to a yank was lost: it may still take effect. */
  yankLostLife: number;
  removal: 'none' | 'sent' | 'lost' | 'acknowledged';
  removalLife: number;
  /** Whether the removal was answered with 200. */
  isTarballGone: boolean;
  /** Its publish time when first read. It must never change. */
  publishedAt: string | undefined;
  /** The digest that it had before a restore lost it, if the registry knows it: other bytes are refused. */
  rememberedSha256: string | undefined;
}

/** What a backup that begins now must contain. */
export interface Snapshot {
  readonly versions: ReadonlyMap<VersionEntry, Pick<VersionEntry, 'fact' | 'yank' | 'publishedAt'>>;
  /** The digests of all versions that are known, also of lost ones. */
  readonly digests: ReadonlyMap<VersionEntry, string>;
  /** The entries of the transparency log that were acknowledged. */
  readonly logSize: number;
}

/** The Prime that moves. Nobody publishes a second version of it, so that no publish is refused for the move. */
export const MOVER = '@chaos/mover';

export class Ledger {
  readonly #entries = new Map<string, VersionEntry>();
  readonly names: readonly string[];
  readonly log = new LogMemory();
  /** The version that the channel `chaos` of each Prime names. */
  readonly channels = new Registers();
  /** The new name of {@link MOVER}. */
  readonly moves = new Registers();
  /** Whether {@link MOVER} was published. */
  hasMover = false;
  /** Whether somebody publishes it now. */
  isMoverOnItsWay = false;
  /** The message of the deprecation of each Prime as a whole. */
  readonly deprecations = new Registers();

  constructor(names: readonly string[]) {
    this.names = names;
  }

  get entries(): VersionEntry[] {
    return [...this.#entries.values()];
  }

  /** The entry of the version. Creates one if there is none. */
  entryOf(name: string, identity: string): VersionEntry {
    const key = `${name} ${identity}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry: VersionEntry = {
      name,
      identity,
      attempts: [],
      fact: undefined,
      isTaken: false,
      yank: 'none',
      wasYanked: false,
      isYankChanging: false,
      yankChanges: 0,
      yankLife: 0,
      yankLostLife: -1,
      removal: 'none',
      removalLife: 0,
      isTarballGone: false,
      publishedAt: undefined,
      rememberedSha256: undefined,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  entriesOf(name: string): VersionEntry[] {
    return this.entries.filter((entry) => entry.name === name);
  }

  /** Versions that are known to exist. */
  get facts(): (VersionEntry & { readonly fact: Draft })[] {
    return this.entries.filter(
      (entry): entry is VersionEntry & { fact: Draft } =>
        entry.fact !== undefined && entry.removal === 'none',
    );
  }

  /** Versions that are removed, or may be. */
  get removed(): VersionEntry[] {
    return this.entries.filter(({ removal }) => removal !== 'none');
  }

  takeSnapshot(): Snapshot {
    const known = this.entries.map((entry) => [entry, entry.fact?.sha256 ?? entry.rememberedSha256] as const);
    return {
      versions: new Map(this.facts.map((entry) => [entry, { ...entry }])),
      digests: new Map(known.filter((each): each is [VersionEntry, string] => each[1] !== undefined)),
      logSize: this.log.largestSize,
    };
  }

  /**
   * The registry was restored: only what is in the snapshot must exist, the rest may.
   * @param remembered - the digests of lost versions that the registry knows, by name and identity
   */
  rewind({ versions }: Snapshot, remembered: ReadonlyMap<string, string>): void {
    this.channels.rewind();
    this.deprecations.rewind();
    this.moves.rewind();
    this.hasMover = false;
    for (const [key, entry] of this.#entries) {
      const before = versions.get(entry);
      for (const attempt of entry.attempts) {
        attempt.wasThere ||= attempt.state !== 'absent';
        const mayBeThere = before === undefined && attempt.wasThere;
        attempt.state = mayBeThere ? 'lost' : attempt.draft === before?.fact ? 'acknowledged' : 'absent';
      }
      entry.wasYanked ||= entry.yank !== 'none';
      if (before?.yank === 'acknowledged') entry.yank = 'acknowledged';
      else if (entry.wasYanked) entry.yank = 'lost';
      entry.fact = before?.fact;
      entry.publishedAt = before?.publishedAt;
      entry.isTaken = false;
      entry.rememberedSha256 = remembered.get(key);
    }
  }

  begin(draft: Draft, life: number): Attempt {
    const attempt: Attempt = { draft, life, state: 'sent', wasThere: false };
    this.entryOf(draft.name, draft.identity).attempts.push(attempt);
    return attempt;
  }

  /** Records a 201. @returns what is wrong with it, if anything */
  acknowledge(attempt: Attempt): string | undefined {
    const entry = this.entryOf(attempt.draft.name, attempt.draft.identity);
    if (entry.fact !== undefined && entry.fact !== attempt.draft) {
      return `${describe(entry)} was answered with 201 twice`;
    }
    if (entry.isTaken && entry.attempts.every(({ state }) => state === 'absent')) {
      return `${describe(entry)} was answered with 409 and later with 201`;
    }
    const isReplacing = entry.fact === undefined && isRefused(entry, attempt.draft);
    attempt.state = 'acknowledged';
    entry.fact = attempt.draft;
    return isReplacing
      ? `${describe(entry)} was accepted with other bytes than before the restore`
      : undefined;
  }

  /** Records a 409. @returns what is wrong with it, if anything */
  refuseAsTaken(attempt: Attempt): string | undefined {
    const entry = this.entryOf(attempt.draft.name, attempt.draft.identity);
    attempt.state = 'absent';
    if (isRefused(entry, attempt.draft)) return undefined;
    entry.isTaken = true;
    const isPossible = entry.fact !== undefined || entry.attempts.some(mayBeThere);
    return isPossible ? undefined : `${describe(entry)} was answered with 409, but nobody published it`;
  }
}

/** Whether the publish may have succeeded, as far as is known. */
export function mayBeThere({ state }: Attempt): boolean {
  return state === 'sent' || state === 'lost';
}

/** Whether a restored registry must refuse these bytes, because it remembers others. */
function isRefused({ rememberedSha256 }: VersionEntry, { sha256 }: Draft): boolean {
  return rememberedSha256 !== undefined && rememberedSha256 !== sha256;
}

export function describe({ name, identity }: Pick<VersionEntry, 'name' | 'identity'>): string {
  return `${name} ${identity}`;
}
