// Uses the registry of a checkout over HTTP and by commands, and records all inputs and answers.
import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, buildTarball, manifestText, publishForm } from '@prime-registry/testkit';
import {
  ATOM_SEARCHES,
  type Author,
  filesOf,
  PUBLICATIONS,
  type Publication,
  SEARCHES,
  UPSTREAM_PUBLICATIONS,
} from './publications.ts';
import type { RecordedAnswer, RecordedToken, RecordedVersion, Recording } from './recording.ts';
import { type Checkout, helpOf, runCommand, type ServingRegistry, serve } from './registry-process.ts';

// Part of the recorded rows as the origin of mirrored versions, so it must not change.
const UPSTREAM_PORT = 47_113;
const EXPIRES_SECONDS = 30;
/** Of what two mirrored versions take: more than one, less than two. */
const KEPT_SHARE = 0.75;

type Recorded = Omit<Recording, 'commit' | 'program' | 'engine' | 'migrations'>;

/**
 * Fills an empty registry with its own program, over HTTP and with its commands, then stops it.
 * @param upstream - the same program with another empty folder
 */
export async function recordRegistry(checkout: Checkout, upstream: Checkout): Promise<Recorded> {
  const expiresAtMs = Date.now() + EXPIRES_SECONDS * 1000;
  const tokens = makeTokens(checkout);
  const mirrored = helpOf(checkout, 'serve').includes('--upstreams')
    ? await serveUpstream(upstream)
    : undefined;
  const registry = await serve(checkout, 0, [
    '--allow-stable-yank',
    ...(mirrored === undefined ? [] : ['--upstreams', JSON.stringify([upstreamOf(mirrored.registry)])]),
  ]);
  const admin = registry.actorWith(tokens.admin.secret);
  const versions = [...(await publishAll(registry, tokens)), ...(await pullAll(admin, mirrored?.versions))];
  if (helpOf(checkout).includes('mirror evict')) {
    // Programs count different things: tarballs, or everything.
    const flags = ['--upstreams', JSON.stringify([{ url: `http://127.0.0.1:${UPSTREAM_PORT}` }]), '--json'];
    const [{ size_bytes: sizeBytes }] = parseLines(runCommand(checkout, ['mirror', 'status', ...flags])) as [
      { size_bytes: number },
    ];
    const maxBytes = String(Math.floor(KEPT_SHARE * sizeBytes));
    runCommand(checkout, ['mirror', 'evict', '--mirror-max-bytes', maxBytes]);
    versions.splice(
      versions.findIndex(({ name }) => name === '@upstream/evicted'),
      1,
    );
  }
  runCommand(checkout, ['token', 'revoke', tokens.revoked.id]);
  const all = helpOf(checkout).includes('token rotate')
    ? rotateWorld(checkout, tokens)
    : Object.values(tokens);
  await delay(expiresAtMs - Date.now() + 1000);
  const answers = await readAll(admin, versions);
  const audit = helpOf(checkout).includes('  audit ')
    ? parseLines(runCommand(checkout, ['audit', '--json']))
    : [];
  await mirrored?.registry.stop();
  await registry.stop();
  return {
    tokens: all,
    versions,
    answers,
    audit,
    searches: SEARCHES,
    atomSearches: ATOM_SEARCHES,
  };
}

type Tokens = Readonly<Record<Author | 'admin' | 'reader', RecordedToken>>;

function makeTokens(checkout: Checkout): Tokens {
  const make = (
    name: string,
    permissions: string[],
    scopes: string[],
    flags: string[] = [],
  ): RecordedToken => {
    const options = [
      ...['--name', name, '--json', ...flags],
      ...permissions.flatMap((permission) => ['--permission', permission]),
      ...scopes.flatMap((scope) => ['--scope', scope]),
    ];
    const { id, token } = JSON.parse(runCommand(checkout, ['token', 'create', ...options]));
    return { id, name, permissions, scopes, secret: token, status: 'active' };
  };
  const publishes = ['publish', 'yank'];
  const expires = ['--expires', `${EXPIRES_SECONDS}s`];
  return {
    expired: { ...make('expired', publishes, ['@expired'], expires), status: 'expired' },
    admin: make('admin', ['admin'], ['*']),
    acme: make('Köchin – 料理人', publishes, ['@acme']),
    world: make('world', publishes, ['@world', '@others']),
    revoked: { ...make('revoked', publishes, ['@revoked']), status: 'revoked' },
    reader: make('reader', ['read'], []),
  };
}

/** Rotates a token without overlap. */
function rotateWorld(checkout: Checkout, { world, ...others }: Tokens): RecordedToken[] {
  const args = ['token', 'rotate', world.id, '--overlap', '0', '--json'];
  const { id, token } = JSON.parse(runCommand(checkout, args));
  return [...Object.values(others), { ...world, status: 'expired' }, { ...world, id, secret: token }];
}

async function publishAll(registry: ServingRegistry, tokens: Tokens): Promise<RecordedVersion[]> {
  const versions: RecordedVersion[] = [];
  for (const publication of PUBLICATIONS) {
    const actor = registry.actorWith(tokens[publication.by].secret);
    versions.push(await publish(actor, publication));
  }
  for (const { by, name, version, yankReason } of PUBLICATIONS) {
    if (yankReason === undefined) continue;
    const body = yankReason === '' ? undefined : { reason: yankReason };
    const { status, text } = await registry.actorWith(tokens[by].secret).yank(name, version, body);
    if (status !== 200) throw new Error(`the yank of ${name} ${version} was answered with ${status} ${text}`);
  }
  return versions;
}

async function publish(actor: Actor, publication: Publication): Promise<RecordedVersion> {
  const { name, version, atoms = [] } = publication;
  const manifest = manifestText(publication);
  // As bytes, because fetch changes line endings of strings (Fetch, section 5.2).
  const form = publishForm({ manifest: Buffer.from(manifest), tarball: buildTarball(filesOf(publication)) });
  const { status, text } = await actor.request('/publish', { method: 'POST', body: form });
  if (status !== 201)
    throw new Error(`the publish of ${name} ${version} was answered with ${status} ${text}`);
  return {
    ...{ name, version, manifest, sha256: JSON.parse(text).sha256 },
    atoms: atoms.map(({ id, kind = 'rule', description = '' }) => ({ id, kind, description })),
  };
}

interface Upstream {
  readonly registry: ServingRegistry;
  readonly versions: readonly RecordedVersion[];
}

async function serveUpstream(checkout: Checkout): Promise<Upstream> {
  const args = ['token', 'create', '--name', 'author', '--scope', '*', '--json'];
  const { token } = JSON.parse(runCommand(checkout, args));
  const registry = await serve(checkout, UPSTREAM_PORT);
  const versions: RecordedVersion[] = [];
  for (const publication of UPSTREAM_PUBLICATIONS)
    versions.push(await publish(registry.actorWith(token), publication));
  return { registry, versions: versions.map((version) => ({ ...version, origin: registry.baseUrl })) };
}

function upstreamOf({ baseUrl }: ServingRegistry) {
  return { url: baseUrl, scopes: ['@upstream'], 'allow-private-addresses': true, timeout: '10s' };
}

/** Reads the versions of the upstream through this registry, so that it mirrors them. */
async function pullAll(
  actor: Actor,
  versions: readonly RecordedVersion[] = [],
): Promise<readonly RecordedVersion[]> {
  for (const { name, version } of versions) {
    await mustGet(actor, `/pack/${encodeURIComponent(name)}`);
    await mustGet(actor, `/pack/${name}/${version}/tarball`);
    // It is stored a moment after it was read to the end.
    await delay(500);
    await mustGet(actor, `/pack/${name}/${version}`);
  }
  return versions;
}

/** All answers of that version of the program. Paths that it does not have are left out. */
async function readAll(actor: Actor, versions: readonly RecordedVersion[]): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const read = async (path: string, pick = (body: object): unknown => body): Promise<void> => {
    const { status, json, headers } = await actor.get(path);
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    if (status === 200 && isJson) answers.push({ path, body: pick(json) });
  };
  for (const name of new Set(versions.map((version) => version.name)))
    await read(`/pack/${encodeURIComponent(name)}`);
  for (const { name, version, atoms } of versions) {
    const { status } = await actor.get(`/pack/${name}/${version}/tarball`);
    if (status !== 200) throw new Error(`the tarball of ${name} ${version} was answered with ${status}`);
    await read(`/pack/${name}/${version}`);
    await read(`/-/primes/${name}/${version}/atoms?limit=1000`);
    for (const { id } of atoms) await read(`/-/atoms/${id}?prime=${name}&version=${version}&text=full`);
  }
  for (const id of new Set(versions.flatMap(({ atoms }) => atoms.map((atom) => atom.id))))
    await read(`/-/atoms/${id}`);
  await read('/-/primes/@acme/baking/diff/1.0.0...1.1.0');
  await read('/-/primes?limit=1000');
  return answers;
}

async function mustGet(actor: Actor, path: string): Promise<void> {
  const { status, text } = await actor.get(path);
  if (status !== 200) throw new Error(`GET ${path} was answered with ${status} ${text}`);
}

function parseLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
