// A registry that keeps signatures, in front of one that need not: a test can make it hide or change them.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import type { FakeLog } from '@prime-registry/testkit/fake-log';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';

/** A version that has been published. */
interface Published {
  readonly sha256: string;
  readonly manifestSha256: string;
  signatures: { fingerprint: string; signature: string; signed_at: string }[];
  provenance?: object;
}

/** The context of a test. */
export interface SigningRegistry extends AsyncDisposable {
  readonly baseUrl: string;
  readonly registry: TestRegistry;
  /** Undefined for a registry without a log. */
  log: FakeLog | undefined;
  /** Method and path of every request. */
  readonly requests: string[];
  /** Called before a request for signatures is answered. */
  onSignatures: (() => Promise<void>) | undefined;
  /** What was published through it, by `@scope/name@version`. */
  readonly versions: Map<string, Published>;
  /** Whether it does not know about signatures. */
  isPlain: boolean;
  /** Whether manifests say who has signed. */
  announces: boolean;
  /** A user with an empty project, who may publish. */
  makeUser(): Promise<PrimeUser>;
  /** Publishes a version, signed by a key if one is given. */
  publish(name: string, version: string, key?: { readonly path: string }): Promise<Published>;
}

/** Starts it. @param fingerprintOf - of the key of an armored signature */
export async function startSigningRegistry(
  fingerprintOf: (signature: string) => string,
): Promise<SigningRegistry> {
  const registry = await startRegistry();
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const signing: SigningRegistry = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    registry,
    log: undefined,
    requests: [],
    onSignatures: undefined,
    versions: new Map(),
    isPlain: false,
    announces: true,
    makeUser: () =>
      createPrimeUser({
        PRIME_REGISTRY: signing.baseUrl,
        PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
      }),
    async publish(name, version, key) {
      await using author = await signing.makeUser();
      const files = {
        ...GOOD_PRIME,
        'pack.yaml': manifestText({ name, version }),
        'CHANGES.md': `${version}\n`,
      };
      await writeFiles(author.project, files);
      const sign = key === undefined ? [] : [`--sign=${key.path}`];
      // The test writes its entries itself, afterwards.
      const { log } = signing;
      signing.log = undefined;
      const { code, stderr } = await author.prime(['publish', '--allow-small-step', ...sign]);
      signing.log = log;
      const published = signing.versions.get(`${name}@${version}`);
      if (code !== 0 || published === undefined) throw new Error(stderr);
      return published;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await registry.stop();
    },
  };
  return signing;

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { method = 'GET', url = '/' } = request;
    signing.requests.push(`${method} ${url}`);
    const path = decodeURIComponent(url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [, name = '', version = ''] =
      /^\/-\/primes\/(@[^/]+\/[^/]+)\/([^/]+)\/signatures$/.exec(path) ?? [];
    const published = signing.versions.get(`${name}@${version}`);
    if (name !== '' && method === 'GET') await signing.onSignatures?.();
    if (name !== '' && signing.isPlain) return json(404, { code: 'not_found', status: 404, title: 'No' });
    if (name !== '' && published !== undefined) {
      if (method === 'POST') add(published, JSON.parse(body.toString()).signature);
      return json(200, { signatures: published.signatures });
    }
    // Without several manifests in one answer, and without a log of its own.
    if (path.startsWith('/-/primes?')) return json(404, { code: 'not_found', status: 404, title: 'No' });
    const logged = signing.log === undefined ? undefined : await signing.log.answer(path);
    if (logged?.kind === 'answer')
      return {
        status: logged.status,
        type: logged.headers?.['content-type'] ?? '',
        body: Buffer.from(logged.body ?? ''),
      };
    if (/^\/-\/log|\/proof/.test(path)) return json(404, { code: 'not_found', status: 404, title: 'No' });
    const headers = Object.fromEntries(
      ['authorization', 'content-type', 'accept'].flatMap((header) => {
        const value = request.headers[header];
        return typeof value === 'string' ? [[header, value]] : [];
      }),
    );
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const forwarded = await fetch(`${registry.baseUrl}${url}`, { method, headers, ...(hasBody && { body }) });
    const reply = {
      status: forwarded.status,
      type: forwarded.headers.get('content-type') ?? '',
      body: Buffer.from(await forwarded.arrayBuffer()),
    };
    if (method === 'POST' && url === '/publish' && reply.status === 201) return noteReply(body, reply);
    return changeManifest(path, reply);
  }

  function noteReply(form: Buffer, reply: Reply): Reply {
    const text = form.toString('latin1');
    const receipt = JSON.parse(reply.body.toString()) as { name: string; version: string; sha256: string };
    const [, manifest = ''] = /name="manifest"\r\n\r\n([\s\S]*?)\r\n--prime-/.exec(text) ?? [];
    const published: Published = {
      sha256: receipt.sha256,
      manifestSha256: createHash('sha256').update(Buffer.from(manifest, 'latin1')).digest('hex'),
      signatures: [],
    };
    for (const [, signature = ''] of text.matchAll(/name="signature"\r\n\r\n([\s\S]*?)\r\n--prime-/g))
      add(published, signature);
    signing.versions.set(`${receipt.name}@${receipt.version}`, published);
    const { log, ...rest } = receipt as typeof receipt & { log?: object };
    return { ...reply, body: Buffer.from(JSON.stringify(log === undefined ? receipt : rest)) };
  }

  function add(published: Published, signature: string): void {
    published.signatures.push({
      fingerprint: fingerprintOf(signature),
      signature,
      signed_at: '2026-11-21T06:19:30Z',
    });
  }

  function changeManifest(path: string, reply: Reply): Reply {
    const [, name, version] = /^\/pack\/(@[^/]+\/[^/]+)\/(\d[^/]*)$/.exec(path) ?? [];
    const published = signing.versions.get(`${name}@${version}`);
    if (published === undefined || reply.status !== 200 || !/json/.test(reply.type)) return reply;
    const manifest = JSON.parse(reply.body.toString());
    delete manifest.signed_by;
    if (signing.announces && !signing.isPlain && published.signatures.length > 0)
      manifest.signed_by = published.signatures.map(({ fingerprint }) => fingerprint);
    if (published.provenance !== undefined) manifest.provenance = published.provenance;
    return json(200, manifest);
  }
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

function json(status: number, value: object): Reply {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}
