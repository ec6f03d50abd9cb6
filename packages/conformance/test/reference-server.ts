// Serves a registry over HTTP on a free port of this machine: the paths of the contract, of the life of a version and
// of the log.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import type { TestContext } from 'node:test';
import type { Call, Endpoint, LifeEndpoint, LogEndpoint, Reply } from './reference-call.ts';
import type { ReferenceRegistry } from './reference-registry.ts';

/** A version in the path of a manifest, with or without the suffix of the tarball. */
const VERSION_PATH = /^\/pack\/(@[^/]+\/[^/]+)\/([^/]+?)(\/tarball)?$/;

/** The name of a Prime in the path of a version list, percent-encoded. */
const LIST_PATH = /^\/pack\/(%40[^/]+%2F[^/]+)$/;

/** A Prime below `/-/primes/`: what is changed of it, with a version before it or a channel behind it. */
const LIFE_PATH =
  /^\/-\/primes\/(@[^/]+\/[^/]+)\/(?:([^/]+)\/(?=yank$|removal$))?([a-z]+)(?:\/(?<=\/channels\/)([^/]+))?$/;

const LIFE_ENDPOINTS: ReadonlyMap<string, LifeEndpoint> = new Map([
  ['GET lifecycle', 'state'],
  ['DELETE yank', 'unyank'],
  ['PUT deprecation', 'deprecate'],
  ['DELETE deprecation', 'undeprecate'],
  ['PUT channels', 'set-channel'],
  ['DELETE channels', 'remove-channel'],
  ['PUT move', 'move'],
  ['DELETE move', 'move-back'],
  ['POST removal', 'remove'],
]);

/** A version below `/-/primes/` of which the proof is asked. */
const PROOF_PATH = /^\/-\/primes\/(@[^/]+\/[^/]+)\/([^/]+)\/proof$/;

const LOG_ENDPOINTS: ReadonlyMap<string, LogEndpoint> = new Map([
  ['/-/log', 'log'],
  ['/-/log/checkpoint', 'checkpoint'],
  ['/-/log/consistency', 'consistency'],
]);

/** Serves the registry until the test ends, below a path prefix if one is given. Resolves to the base URL. */
export async function serve(t: TestContext, registry: ReferenceRegistry, prefix = ''): Promise<string> {
  const server = createServer((request, response) => {
    void answer(registry, prefix, request, response);
  });
  const port = await listen(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}${prefix}`;
}

/** Listens on a free port of this machine, and resolves to it. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}

async function answer(
  registry: ReferenceRegistry,
  prefix: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const target = request.url ?? '';
  const call = target.startsWith(prefix) ? callOf(request, target.slice(prefix.length), chunks) : undefined;
  write(response, call === undefined ? { status: 404 } : await registry.handle(call));
}

function callOf({ method, headers }: IncomingMessage, target: string, chunks: Buffer[]): Call {
  const [path = '', query] = target.split('?');
  const shared = { path, query: new URLSearchParams(query), headers, body: Buffer.concat(chunks) };
  const encodedName = LIST_PATH.exec(path)?.[1];
  if (encodedName !== undefined && method === 'GET') {
    return { ...shared, endpoint: 'list', name: decodeURIComponent(encodedName), version: '' };
  }
  const logged = PROOF_PATH.exec(path);
  const log = logged
    ? 'proof'
    : (LOG_ENDPOINTS.get(path) ?? (path.startsWith('/-/log/tile/') ? 'tile' : undefined));
  if (log !== undefined && method === 'GET') {
    return {
      ...shared,
      endpoint: log,
      name: logged?.[1] ?? '',
      version: decodeURIComponent(logged?.[2] ?? ''),
    };
  }
  const [, prime, ofVersion, word, channel] = LIFE_PATH.exec(path) ?? [];
  const life = LIFE_ENDPOINTS.get(`${method} ${word}`);
  if (prime !== undefined && life !== undefined) {
    const version = decodeURIComponent(ofVersion ?? channel ?? '');
    return { ...shared, endpoint: life, name: prime, version };
  }
  const [, name = '', version = '', suffix] = VERSION_PATH.exec(path) ?? [];
  return { ...shared, endpoint: endpointOf(`${method} ${path}`, name !== '', suffix), name, version };
}

function endpointOf(line: string, isVersion: boolean, suffix: string | undefined): Endpoint {
  if (line === 'POST /publish') return 'publish';
  if (line === 'GET /search') return 'search';
  if (!isVersion) return 'none';
  if (line.startsWith('DELETE ')) return suffix === undefined ? 'yank' : 'none';
  return suffix === undefined ? 'manifest' : 'tarball';
}

function write(response: ServerResponse, { status, headers, json, bytes, afterHead }: Reply): void {
  if (afterHead !== undefined) {
    response.socket?.end(`HTTP/1.1 ${status} -\r\nConnection: close\r\n\r\n${afterHead}`);
    return;
  }
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(status, { ...type, ...headers });
  response.end(json === undefined ? bytes : JSON.stringify(json));
}
