// The life of versions in the reference registry: channels, deprecations, moves and removals. Saboteurs replace
// its methods one at a time.
import type { Call, Entry, LifeEndpoint, Reply } from './reference-call.ts';
import type { ReceivedPart } from './reference-form.ts';

type Json = Readonly<Record<string, unknown>>;

/** What happened to a Prime. */
export interface PrimeLife {
  readonly channels: Map<string, { version: string; since: string }>;
  /** Newest first. */
  deprecations: { range: string; message: string; successor?: Json; since: string }[];
  movedTo: string | undefined;
  readonly removed: Map<string, Json>;
}

const CHANNEL = /^(?!latest$|v\d)[a-z][a-z0-9-]{0,30}[a-z0-9]$/;

/** What happened to all Primes. */
export class ReferenceLives {
  readonly primes = new Map<string, PrimeLife>();
  readonly entries: Map<string, Entry>;

  constructor(entries: Map<string, Entry>) {
    this.entries = entries;
  }

  /** Answers a request that may be made. */
  handle(call: Call, endpoint: LifeEndpoint): Reply {
    const { name, version } = call;
    if (endpoint === 'remove') return this.remove(call);
    if (endpoint === 'unyank') return this.unyank(call);
    if (!this.isKnown(name)) return { status: 404 };
    const life = this.of(name);
    const body = readJson(call.body);
    switch (endpoint) {
      case 'state':
        break;
      case 'deprecate':
        if (!this.deprecate(life, body)) return { status: 400 };
        break;
      case 'undeprecate': {
        const range = call.query.get('range') ?? '*';
        if (!this.undeprecate(life, range)) return { status: 404 };
        break;
      }
      case 'set-channel': {
        const status = this.refuseChannel(name, version, body);
        if (status !== undefined) return { status };
        this.setChannel(life, version, String(body.version));
        break;
      }
      case 'remove-channel':
        if (!this.removeChannel(life, version)) return { status: 404 };
        break;
      case 'move': {
        const status = this.refuseMove(name, body.to);
        if (status !== undefined) return { status };
        life.movedTo = String(body.to);
        break;
      }
      case 'move-back':
        this.moveBack(life);
    }
    return { status: 200, json: { name, ...this.describe(name, true) } };
  }

  of(name: string): PrimeLife {
    const known = this.primes.get(name);
    if (known !== undefined) return known;
    const life = { channels: new Map(), deprecations: [], movedTo: undefined, removed: new Map() };
    this.primes.set(name, life);
    return life;
  }

  isKnown(name: string): boolean {
    return [...this.entries.values()].some((entry) => entry.name === name);
  }

  unyank({ name, version }: Call): Reply {
    const entry = this.entries.get(`${name}/${version}`);
    if (entry === undefined) return { status: 404 };
    entry.yanked = false;
    return { status: 200, json: { name, version, yanked: false } };
  }

  deprecate(life: PrimeLife, { range = '*', message, successor }: Json): boolean {
    if (typeof message !== 'string' || !/^(?:\*|<[\d.]+)$/.test(String(range))) return false;
    const since = new Date().toISOString();
    const others = life.deprecations.filter((other) => other.range !== range);
    const given = successor === undefined ? {} : { successor: successor as Json };
    life.deprecations = [{ range: String(range), message, ...given, since }, ...others];
    return true;
  }

  undeprecate(life: PrimeLife, range: string): boolean {
    const others = life.deprecations.filter((other) => other.range !== range);
    const isFound = others.length < life.deprecations.length;
    life.deprecations = others;
    return isFound;
  }

  /** The deprecation of a version: the newest that covers it. */
  deprecationOf(name: string, version: string): PrimeLife['deprecations'][number] | undefined {
    return this.of(name).deprecations.find(({ range }) => this.covers(range, version));
  }

  /** Whether a range covers a version, by precedence; the versions of a run are short. */
  covers(range: string, version: string): boolean {
    return range === '*' || sortable(version) < sortable(range.slice(1));
  }

  isChannel(channel: string): boolean {
    return CHANNEL.test(channel);
  }

  /** The status that refuses a channel; undefined if it can be set. */
  refuseChannel(name: string, channel: string, { version }: Json): number | undefined {
    if (!this.isChannel(channel) || !/^\d+\.\d+\.\d+/.test(String(version))) return 400;
    if (this.of(name).removed.has(String(version))) return 410;
    const entry = this.entries.get(`${name}/${version}`);
    if (entry === undefined) return 404;
    return entry.yanked ? 409 : undefined;
  }

  setChannel(life: PrimeLife, channel: string, version: string): void {
    life.channels.set(channel, { version, since: new Date().toISOString() });
  }

  removeChannel(life: PrimeLife, channel: string): boolean {
    return life.channels.delete(channel);
  }

  /** The status that refuses a move; undefined if it can be made. */
  refuseMove(name: string, to: unknown): number | undefined {
    if (!/^@[^/]+\/[^/]+$/.test(String(to))) return 400;
    return to === name || !this.isKnown(String(to)) ? 409 : undefined;
  }

  moveBack(life: PrimeLife): void {
    life.movedTo = undefined;
  }

  remove({ name, version, body }: Call): Reply {
    const life = this.of(name);
    const known = life.removed.get(version);
    if (known !== undefined) return { status: 200, json: { name, ...known } };
    if (!this.entries.delete(`${name}/${version}`)) return { status: 404 };
    const tombstone = { version, ...readJson(body), removed_at: new Date().toISOString() };
    life.removed.set(version, tombstone);
    for (const [channel, named] of life.channels)
      if (named.version === version) life.channels.delete(channel);
    return { status: 200, json: { name, ...tombstone } };
  }

  /** The answer to a read of a removed version; undefined if it was not removed. */
  findGone({ name, version }: Pick<Call, 'name' | 'version'>): Reply | undefined {
    const tombstone = this.primes.get(name)?.removed.get(version);
    return tombstone && { status: tombstone.category === 'law' ? 451 : 410 };
  }

  /** Why a publish is refused; undefined if it is not. */
  refusePublish(parts: readonly ReceivedPart[], { name, version }: Json): number | undefined {
    const channel = textOf(parts, 'channel');
    if (channel !== undefined && !this.isChannel(channel)) return 400;
    const life = this.primes.get(String(name));
    if (life?.movedTo !== undefined) return 403;
    return life?.removed.has(String(version)) ? 409 : undefined;
  }

  /** Where a publish comes from, and the channel that names it. */
  readOptions(parts: readonly ReceivedPart[]): { channel?: string | undefined; promotedFrom?: Json } {
    const promotion = textOf(parts, 'promoted-from');
    const channel = textOf(parts, 'channel');
    return { channel, ...(promotion !== undefined && { promotedFrom: readJson(Buffer.from(promotion)) }) };
  }

  /** The fields of lists and states; each only if there is something. */
  describe(name: string, withRemoved: boolean): Json {
    const { channels, deprecations, movedTo, removed } = this.of(name);
    return {
      ...(channels.size > 0 && {
        channels: [...channels].map(([channel, named]) => ({ channel, ...named })),
      }),
      ...(deprecations.length > 0 && { deprecations }),
      ...(movedTo !== undefined && { moved_to: movedTo }),
      ...(withRemoved && removed.size > 0 && { removed: [...removed.values()] }),
    };
  }

  /** The fields of a manifest. */
  describeVersion({ name, version, yanked }: Entry): Json {
    const { message, successor } = this.deprecationOf(name, version) ?? {};
    const { movedTo } = this.of(name);
    return {
      ...(yanked && { yanked }),
      ...(message !== undefined && { deprecated: { message, ...(successor && { successor }) } }),
      ...(movedTo !== undefined && { moved_to: movedTo }),
    };
  }

  linkHeaders(name: string): Readonly<Record<string, string>> {
    const { movedTo } = this.of(name);
    return movedTo === undefined
      ? {}
      : { Link: `</pack/${encodeURIComponent(movedTo)}>; rel="successor-version"` };
  }
}

function textOf(parts: readonly ReceivedPart[], name: string): string | undefined {
  return parts.find((part) => part.name === name)?.body.toString('utf8');
}

function readJson(body: Buffer): Json {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return {};
  }
}

/** A text that sorts like the version: a release follows its prereleases. */
function sortable(version: string): string {
  return version.includes('-') ? version : `${version}~`;
}
