// Uses the registry of a checkout over HTTP and by commands, and records all inputs and answers.
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '@prime-registry/testkit';
import { LIFE_SEARCHES, UPSTREAM_REMOVED } from './life.ts';
import {
  ATOM_SEARCHES,
  type Author,
  PUBLICATIONS,
  type Publication,
  SEARCHES,
  UPSTREAM_PUBLICATIONS,
} from './publications.ts';
import { publish, publishAndYank } from './publish.ts';
import { mustGet, readAll } from './read-answers.ts';
import { changeUpstream, changeVersions, hasLife, loseVersion, removeMirrored } from './record-life.ts';
import { addWebhooks } from './record-webhooks.ts';
import { hasWitnesses, pairWitnesses, recordWitnesses } from './record-witnesses.ts';
import type { RecordedRemoval, RecordedToken, RecordedVersion, Recording } from './recording.ts';
import {
  type Checkout,
  helpOf,
  parseLines,
  runCommand,
  type ServingRegistry,
  serve,
} from './registry-process.ts';

// Part of the recorded rows as the origin of mirrored versions, so it must not change.
const UPSTREAM_PORT = 47_113;
/** The address of the recorded registry, if the upstream must know it before the start. */
const OWN_PORT = 47_114;
const EXPIRES_SECONDS = 45;
/** Of what two mirrored versions take: more than one with its channels and deprecations, less than two. */
const KEPT_SHARE = 0.85;

type Recorded = Omit<Recording, 'commit' | 'program' | 'engine' | 'migrations'>;

/**
 * Fills an empty registry with its own program, over HTTP and with its commands, then stops it.
 * @param upstream - the same program with another empty folder
 */
export async function recordRegistry(checkout: Checkout, upstream: Checkout): Promise<Recorded> {
  const [ownFlags, upstreamFlags] = hasWitnesses(checkout)
    ? pairWitnesses([
        { checkout, baseUrl: urlOf(OWN_PORT), publicUrl: 'https://primes.example' },
        { checkout: upstream, baseUrl: urlOf(UPSTREAM_PORT), publicUrl: 'https://upstream.example' },
      ])
    : [];
  const mirrored = helpOf(checkout, 'serve').includes('--upstreams')
    ? await serveUpstream(upstream, upstreamFlags)
    : undefined;
  const tokens = makeTokens(checkout);
  const expiresAtMs = Date.now() + EXPIRES_SECONDS * 1000;
  const registry = await serve(checkout, ownFlags === undefined ? 0 : OWN_PORT, [
    ...['--allow-stable-yank', ...(ownFlags ?? [])],
    ...(mirrored === undefined ? [] : upstreamsFlag(mirrored.registry.baseUrl, '@upstream')),
  ]);
  const webhooks = await addWebhooks(checkout);
  const admin = registry.actorWith(tokens.admin.secret);
  const actorOf = (name: Author | 'admin') => registry.actorWith(tokens[name].secret);
  const versions = [
    ...(await publishAndYank(PUBLICATIONS, actorOf)),
    ...(await pullAll(admin, mirrored?.versions)),
  ];
  // Before the eviction, which may leave tarballs for some time.
  const lost = await loseVersion(checkout);
  if (helpOf(checkout).includes('mirror evict')) {
    // Programs count different things: tarballs, or everything.
    const flags = ['--upstreams', JSON.stringify([{ url: urlOf(UPSTREAM_PORT) }]), '--json'];
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
  let removed: RecordedRemoval[] | undefined;
  if (hasLife(checkout) && mirrored !== undefined) {
    const changed = await changeVersions(actorOf);
    versions.push(...changed.versions);
    const forbidden = await pullAll(admin, [await mirrored.publish(UPSTREAM_REMOVED)]);
    removed = [changed.removed, ...forbidden.map((version) => removeMirrored(checkout, version))];
  }
  runCommand(checkout, ['token', 'revoke', tokens.revoked.id]);
  const all = helpOf(checkout).includes('token rotate')
    ? rotateWorld(checkout, tokens)
    : Object.values(tokens);
  await delay(Math.max(1, expiresAtMs - Date.now() + 1000));
  const answers = await readAll(admin, versions, removed);
  const audit = helpOf(checkout).includes('  audit ')
    ? parseLines(runCommand(checkout, ['audit', '--json']))
    : [];
  const witnesses =
    ownFlags !== undefined && mirrored !== undefined
      ? await recordWitnesses(admin, mirrored.author)
      : undefined;
  await webhooks?.settle();
  await mirrored?.registry.stop();
  await registry.stop();
  return {
    tokens: all,
    versions,
    ...(removed !== undefined && { removed }),
    ...(lost !== undefined && { lost }),
    ...(webhooks !== undefined && { webhooks: webhooks.list() }),
    ...(witnesses !== undefined && { witnesses }),
    answers,
    audit,
    searches: removed === undefined ? SEARCHES : [...SEARCHES, ...LIFE_SEARCHES],
    atomSearches: ATOM_SEARCHES,
  };
}

type Tokens = Readonly<Record<Author | 'admin' | 'reader', RecordedToken>>;

function makeTokens(checkout: Checkout): Tokens {
  makeRegistry(checkout);
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
    admin: make('admin', ['admin'], ['*']),
    acme: make('Köchin – 料理人', publishes, ['@acme']),
    world: make('world', publishes, ['@world', '@others']),
    revoked: { ...make('revoked', publishes, ['@revoked']), status: 'revoked' },
    reader: make('reader', ['read'], []),
    // Last, because it expires soon.
    expired: { ...make('expired', publishes, ['@expired'], expires), status: 'expired' },
  };
}

/** Creates the registry, without a token. In earlier programs, the first command did that. */
function makeRegistry(checkout: Checkout): void {
  if (!helpOf(checkout).includes('  init ')) return;
  runCommand(checkout, ['init'], { PRIME_REGISTRY_TOKEN: 'there-must-be-no-other-token' });
}

/** Rotates a token without overlap. */
function rotateWorld(checkout: Checkout, { world, ...others }: Tokens): RecordedToken[] {
  const args = ['token', 'rotate', world.id, '--overlap', '0', '--json'];
  const { id, token } = JSON.parse(runCommand(checkout, args));
  return [...Object.values(others), { ...world, status: 'expired' }, { ...world, id, secret: token }];
}

interface Upstream {
  readonly registry: ServingRegistry;
  readonly author: Actor;
  readonly versions: readonly RecordedVersion[];
  publish(publication: Publication): Promise<RecordedVersion>;
}

/** @param witnessFlags - with which it and the recorded registry witness each other; undefined if they cannot */
async function serveUpstream(
  checkout: Checkout,
  witnessFlags: readonly string[] | undefined,
): Promise<Upstream> {
  makeRegistry(checkout);
  const args = ['token', 'create', '--name', 'author', '--scope', '*', '--json'];
  const { token } = JSON.parse(runCommand(checkout, args));
  const registry = await serve(
    checkout,
    UPSTREAM_PORT,
    // It is a witness of the logs of its upstreams, and asks this one for no Prime.
    witnessFlags && [...witnessFlags, ...upstreamsFlag(urlOf(OWN_PORT), '@witnessed')],
  );
  const author = registry.actorWith(token);
  const publishHere: Upstream['publish'] = async (publication) => ({
    ...(await publish(author, publication)),
    origin: registry.baseUrl,
  });
  const versions: RecordedVersion[] = [];
  for (const publication of UPSTREAM_PUBLICATIONS) versions.push(await publishHere(publication));
  if (hasLife(checkout)) await changeUpstream(author);
  return { registry, author, versions, publish: publishHere };
}

function upstreamsFlag(url: string, scope: string): string[] {
  const upstream = { url, scopes: [scope], 'allow-private-addresses': true, timeout: '10s' };
  return ['--upstreams', JSON.stringify([upstream])];
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
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
