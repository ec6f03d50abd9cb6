// Remembers everything that was asked for and acknowledged, and therefore knows what has to be there.
import type { Draft } from './draft.ts';

/**
 * What became of a publish: `sent` as long as it runs; `lost` when its answer never came, so that it is there or not.
 * `absent` when it cannot be there any more.
 */
type AttemptState = 'sent' | 'acknowledged' | 'lost' | 'absent';

/** One publish. */
export interface Attempt {
  readonly draft: Draft;
  /** Which life of the registry it was sent to. */
  readonly life: number;
  state: AttemptState;
}

/** Everything known of one version, whatever its build metadata. */
export interface VersionEntry {
  readonly name: string;
  readonly identity: string;
  readonly attempts: Attempt[];
  /** What is published; once known, it never changes. */
  fact: Draft | undefined;
  /** A publish was told that the version exists. */
  isTaken: boolean;
  yank: 'none' | 'sent' | 'lost' | 'acknowledged';
  /** Which life the latest yank was sent to. */
  yankLife: number;
  /** Its time as first read: it never changes. */
  publishedAt: string | undefined;
}

export class Ledger {
  readonly #entries = new Map<string, VersionEntry>();
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }

  get entries(): VersionEntry[] {
    return [...this.#entries.values()];
  }

  /** The entry of the version; a new one when nobody asked for it before. */
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
      yankLife: 0,
      publishedAt: undefined,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  entriesOf(name: string): VersionEntry[] {
    return this.entries.filter((entry) => entry.name === name);
  }

  /** Versions that are known to be there. */
  get facts(): (VersionEntry & { readonly fact: Draft })[] {
    return this.entries.filter((entry): entry is VersionEntry & { fact: Draft } => entry.fact !== undefined);
  }

  begin(draft: Draft, life: number): Attempt {
    const attempt: Attempt = { draft, life, state: 'sent' };
    this.entryOf(draft.name, draft.identity).attempts.push(attempt);
    return attempt;
  }

  /** A 201 came. @returns what is wrong with that, if anything */
  acknowledge(attempt: Attempt): string | undefined {
    const entry = this.entryOf(attempt.draft.name, attempt.draft.identity);
    if (entry.fact !== undefined && entry.fact !== attempt.draft) {
      return `${describe(entry)} was answered with 201 twice`;
    }
    if (entry.isTaken && entry.attempts.every(({ state }) => state === 'absent')) {
      return `${describe(entry)} was answered with 409 and later with 201`;
    }
    attempt.state = 'acknowledged';
    entry.fact = attempt.draft;
    return undefined;
  }

  /** A 409 came. @returns what is wrong with that, if anything */
  refuseAsTaken(attempt: Attempt): string | undefined {
    const entry = this.entryOf(attempt.draft.name, attempt.draft.identity);
    attempt.state = 'absent';
    entry.isTaken = true;
    const isPossible = entry.fact !== undefined || entry.attempts.some(mayBeThere);
    return isPossible ? undefined : `${describe(entry)} was answered with 409, but nobody published it`;
  }
}

/** Whether the publish may have come about, as far as is known. */
export function mayBeThere({ state }: Attempt): boolean {
  return state === 'sent' || state === 'lost';
}

export function describe({ name, identity }: Pick<VersionEntry, 'name' | 'identity'>): string {
  return `${name} ${identity}`;
}
