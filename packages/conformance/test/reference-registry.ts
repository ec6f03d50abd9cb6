// A minimal in-memory registry that keeps the contract. Saboteurs replace its methods and rules one at a
// time, to prove that every check can fail.
import { createHash } from 'node:crypto';
import { readForm, readManifest } from './reference-form.ts';

/** The endpoints of the contract. */
export type Endpoint = 'publish' | 'list' | 'manifest' | 'tarball' | 'search' | 'yank' | 'none';

/** A parsed request. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly version: string;
  /** The path as received, still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A response, before the server writes it. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON body. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** A body of bytes. */
  readonly bytes?: Buffer;
  /** Bytes after a 304, which must not have a body. */
  readonly afterHead?: string;
}

/** A published version. */
export interface Entry {
  readonly name: string;
  readonly version: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tarball: Buffer;
  readonly publishedAt: string;
  yanked: boolean;
}

type Rule = (fields: Readonly<Record<string, unknown>>) => boolean;

/** The registry. One token may do everything. */
export class ReferenceRegistry {
  readonly token: string;
  readonly entries = new Map<string, Entry>();
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
    const { name, version } = { name: String(fields.name), version: String(fields.version) };
    const entry = {
      name,
      version,
      fields,
      tarball: tarball.body,
      publishedAt: new Date().toISOString(),
      yanked: false,
    };
    return (await this.claim(entry)) ? { status: 201, json: receiptOf(entry) } : { status: 409 };
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

  list({ name }: Call): Reply {
    const entries = [...this.entries.values()].filter((entry) => entry.name === name && !entry.yanked);
    const latest = entries.at(-1);
    if (latest === undefined) return { status: 404 };
    const versions = entries.map(({ version, publishedAt }) => ({ version, published_at: publishedAt }));
    return { status: 200, json: { name, versions, latest: latest.version } };
  }

  manifest(call: Call): Reply {
    const entry = this.find(call);
    if (entry === undefined) return { status: 404 };
    const { sha256, url } = receiptOf(entry);
    return { status: 200, json: { ...entry.fields, sha256, tarball_url: url } };
  }

  tarball(call: Call): Reply {
    const entry = this.find(call);
    if (entry === undefined) return { status: 404 };
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
