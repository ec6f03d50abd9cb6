// A minimal in-memory registry that keeps the contract. Saboteurs replace its methods and rules one at a
// time, to prove that every check can fail.
import { createHash } from 'node:crypto';
import type { Call, Entry, Reply } from './reference-call.ts';
import { readForm, readManifest } from './reference-form.ts';
import { ReferenceLives } from './reference-lives.ts';
import { ReferenceLog } from './reference-log.ts';

type Rule = (fields: Readonly<Record<string, unknown>>) => boolean;

/** The registry. One token may do everything. */
export class ReferenceRegistry {
  readonly token: string;
  readonly entries = new Map<string, Entry>();
  readonly lives = new ReferenceLives(this.entries);
  readonly log = new ReferenceLog();
  /** Whether publishes and yanks are logged: the proofs in receipts take long. */
  isLogged = true;
  /** The manifest schema: a manifest must keep every rule. */
  readonly rules: Map<string, Rule> = new Map([
    ['name', ({ name }) => typeof name === 'string'],
    ['name form', ({ name }) => typeof name !== 'string' || /^@[^/]+\/[^/]+$/.test(name)],
    ['version', ({ version }) => typeof version === 'string'],
    ['description', ({ description }) => typeof description === 'string'],
    ['license', ({ license }) => typeof license === 'string'],
    ['prime-version', (fields) => typeof fields['prime-version'] === 'string'],
    ['atoms', ({ atoms }) => Number.isInteger(atoms)],
    [
      'namespaces',
      ({ namespaces }) => Array.isArray(namespaces) && namespaces.every((n) => String(n).startsWith('@')),
    ],
    [
      'requires',
      ({ requires = {} }) =>
        Object.entries(requires as object).every(([name, range]) => name.startsWith('@') && /\d/.test(range)),
    ],
  ]);

  constructor(token: string) {
    this.token = token;
  }

  /** Answers a request. */
  async handle(call: Call): Promise<Reply> {
    switch (call.endpoint) {
      case 'publish':
        return this.isAuthorised(call) ? this.publish(call) : { status: 401 };
      case 'yank':
        return this.isAuthorised(call) ? this.yank(call) : { status: 401 };
      case 'list':
        return this.list(call);
      case 'manifest':
        return this.manifest(call);
      case 'tarball':
        return this.tarball(call);
      case 'search':
        return this.search(call);
      case 'none':
        return { status: 404 };
      case 'state':
        return this.lives.handle(call, call.endpoint);
      case 'log':
      case 'checkpoint':
      case 'tile':
      case 'consistency':
      case 'proof':
        return this.log.handle(call, call.endpoint);
      default:
        return this.isAuthorised(call) ? this.lives.handle(call, call.endpoint) : { status: 401 };
    }
  }

  isAuthorised({ headers }: Call): boolean {
    return headers.authorization === `Bearer ${this.token}`;
  }

  async publish({ headers, body }: Call): Promise<Reply> {
    const parts = readForm(String(headers['content-type']), body);
    const manifest = parts.find(({ name }) => name === 'manifest');
    const tarball = parts.find(({ name }) => name === 'tarball');
    const fields = manifest && this.readFields(manifest.body.toString('utf8'));
    if (fields === undefined || tarball === undefined || tarball.body.length === 0) return { status: 400 };
    const refused = this.lives.refusePublish(parts, fields);
    if (refused !== undefined) return { status: refused };
    const { name, version } = { name: String(fields.name), version: String(fields.version) };
    const { channel, ...promotion } = this.lives.readOptions(parts);
    const entry = {
      name,
      version,
      fields,
      tarball: tarball.body,
      publishedAt: new Date().toISOString(),
      ...promotion,
      yanked: false,
    };
    if (!(await this.claim(entry))) return { status: 409 };
    if (channel !== undefined) this.lives.setChannel(this.lives.of(name), channel, version);
    const log = this.isLogged && { log: this.log.append(this.logEntryOf(entry)) };
    return { status: 201, json: { ...receiptOf(entry), ...log } };
  }

  /** What the log says about a publish. */
  logEntryOf(entry: Entry): Readonly<Record<string, unknown>> {
    const { name, version, sha256 } = receiptOf(entry);
    return { type: 'publish', name, version, sha256 };
  }

  /** The fields of a manifest that matches the schema; undefined if it does not. */
  readFields(text: string): Readonly<Record<string, unknown>> | undefined {
    try {
      const fields = readManifest(text);
      return [...this.rules.values()].every((isKept) => isKept(fields)) ? fields : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores a version unless it exists. The two steps must be atomic. */
  async claim(entry: Entry): Promise<boolean> {
    const key = keyOf(entry);
    if (this.entries.has(key)) return false;
    this.entries.set(key, entry);
    return true;
  }

  list({ name, query }: Call): Reply {
    const entries = [...this.entries.values()].filter((entry) => entry.name === name && !entry.yanked);
    const latest = entries.at(-1);
    if (latest === undefined) return { status: 404 };
    const versions = entries.map(({ version, publishedAt, fields: { requires } }) => ({
      version,
      published_at: publishedAt,
      ...(requires !== undefined && { requires }),
      ...(this.lives.deprecationOf(name, version) && { deprecated: true }),
    }));
    const life = this.lives.describe(name, query.get('yanked') === 'include');
    const headers = this.lives.linkHeaders(name);
    return { status: 200, headers, json: { name, versions, latest: latest.version, ...life } };
  }

  manifest(call: Call): Reply {
    const entry = this.find(call);
    if (entry === undefined) return this.lives.findGone(call) ?? { status: 404 };
    const { sha256, url } = receiptOf(entry);
    const { promotedFrom, fields } = entry;
    const life = {
      ...(promotedFrom && { promoted_from: promotedFrom }),
      ...this.lives.describeVersion(entry),
    };
    const headers = this.lives.linkHeaders(entry.name);
    return { status: 200, headers, json: { ...fields, sha256, tarball_url: url, ...life } };
  }

  tarball(call: Call): Reply {
    const entry = this.find(call);
    if (entry === undefined) return this.lives.findGone(call) ?? { status: 404 };
    const etag = this.etagOf(entry);
    const asked = String(call.headers['if-none-match'] ?? '').split(/\s*,\s*/);
    if (asked.includes(etag)) return { status: 304, headers: { ETag: etag } };
    return { status: 200, headers: { ETag: etag, 'Content-Type': 'application/gzip' }, bytes: entry.tarball };
  }

  etagOf(entry: Entry): string {
    return `"${receiptOf(entry).sha256}"`;
  }

  search({ query }: Call): Reply {
    const text = query.get('q');
    if (text === null) return { status: 400 };
    const found = [...this.entries.values()].filter(({ name, yanked }) => !yanked && name.includes(text));
    const results = found.map(({ name, version, fields: { description } }) => {
      return { name, version, description, score: text.length / name.length };
    });
    return { status: 200, json: { results } };
  }

  yank(call: Call): Reply {
    const entry = this.find(call);
    if (entry === undefined) return { status: 404 };
    if (!entry.version.includes('-')) return { status: 403 };
    entry.yanked = true;
    if (this.isLogged) this.log.append({ type: 'yank', name: entry.name, version: entry.version });
    return { status: 204 };
  }

  find(version: { readonly name: string; readonly version: string }): Entry | undefined {
    return this.entries.get(keyOf(version));
  }
}

/** The key of a version among the entries. */
export function keyOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}/${version}`;
}

function receiptOf({ name, version, tarball }: Entry) {
  const sha256 = createHash('sha256').update(tarball).digest('hex');
  return { name, version, sha256, url: `/pack/${name}/${version}/tarball` };
}
