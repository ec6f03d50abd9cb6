// Reads everything in a recorded registry again, over HTTP and with the commands of the current program.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, runCommand } from '@prime-registry/testkit';
import type {
  RecordedSearch,
  RecordedToken,
  Recording,
} from '../../../../scripts/record-fixture/recording.ts';
import type { RestoredRegistry } from './fixtures.ts';
import { leaveTarballs, publishTaken, readLost } from './read-life.ts';
import { flagsOf, type Serve, serveHere } from './serve-upgraded.ts';

const REBUILD_TIMEOUT_MS = 60_000;

/**
 * Serves an upgraded registry, reads all its data, and publishes more versions.
 * @param options.serve - how to serve it; by default in this process, for a tenth of the time
 * @param options.hasPages - whether to read the pages too, a fifth of the work; they show the data of the other answers
 */
export async function readUpgraded(
  registry: RestoredRegistry,
  recording: Recording,
  { serve = serveHere, hasPages = true }: { readonly serve?: Serve; readonly hasPages?: boolean } = {},
): Promise<void> {
  const flags = flagsOf(registry);
  await leaveTarballs(registry, recording);
  const served = await serve(registry, findUpstream(recording));
  try {
    const admin = served.actorWith(tokenNamed(recording, 'admin').secret);
    await waitForSearch(admin);
    await readTokens((secret) => served.actorWith(secret), recording);
    await readVersions(admin, recording);
    await readAnswers(admin, recording);
    if (hasPages) await readPages(admin, recording);
    await readSearches(admin, recording.searches);
    await readAtoms(admin, registry, recording);
    await readLost(registry, recording);
    const authorNamed = (name: string) => served.actorWith(tokenNamed(recording, name).secret);
    const [acme, world] = [authorNamed('Köchin – 料理人'), authorNamed('world')];
    await publishMore(acme);
    await publishTaken((name) => (name.startsWith('@acme/') ? acme : world), registry, recording);
  } finally {
    await served.end();
  }
  await readAudit(registry, recording);
  const verified = await runCommand(['verify', '--data', registry.dataFolder, ...flags]);
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
}

/** The upstream of the mirrored versions. It does not exist any more, but its versions must stay. */
function findUpstream({ versions }: Recording): string | undefined {
  return versions.find(({ origin }) => origin !== undefined)?.origin;
}

async function waitForSearch(admin: Actor): Promise<void> {
  for (const giveUpAt = Date.now() + REBUILD_TIMEOUT_MS; ; await delay(20)) {
    const { status, text } = await admin.get('/search?q=web');
    if (status === 200) return;
    assert.equal(JSON.parse(text).code, 'index_rebuilding');
    assert.ok(Date.now() < giveUpAt, 'the index is never complete');
  }
}

function tokenNamed({ tokens }: Recording, name: string): RecordedToken {
  const token = tokens.find((each) => each.name === name && each.status === 'active');
  assert.ok(token, `an active token ${name}`);
  return token;
}

async function readTokens(actorWith: (secret: string) => Actor, { tokens }: Recording): Promise<void> {
  for (const { name, secret, status, permissions, scopes } of tokens) {
    const answer = await actorWith(secret).get('/-/whoami');
    assert.equal(answer.status, status === 'active' ? 200 : 401, `${name}, ${status}`);
    if (status === 'active') assertContains(answer.json, { name, permissions, scopes }, name);
  }
}

async function readVersions(admin: Actor, { versions }: Recording): Promise<void> {
  for (const { name, version, sha256, manifest, origin } of versions) {
    const label = `${name} ${version}`;
    const read = await admin.get(`/pack/${name}/${version}`);
    assert.equal(read.status, 200, label);
    assertContains(read.json, { name, version, sha256, ...(origin !== undefined && { origin }) }, label);
    const tarball = await admin.get(`/pack/${name}/${version}/tarball`);
    assert.equal(createHash('sha256').update(tarball.bytes).digest('hex'), sha256, label);
    assert.equal((await admin.get(`/-/primes/${name}/${version}/pack.yaml`)).text, manifest, label);
  }
}

async function readAnswers(admin: Actor, { answers }: Recording): Promise<void> {
  for (const { path, status: expected = 200, body } of answers) {
    const { status, json, text } = await admin.get(path);
    assert.equal(status, expected, `${path}: ${text}`);
    assertContains(json, body, path);
  }
}

async function readPages(admin: Actor, { versions }: Recording): Promise<void> {
  const names = new Set(versions.map(({ name }) => name));
  const scopes = new Set([...names].map((name) => name.slice(0, name.indexOf('/'))));
  const paths = [
    ...['/', '/-/feed', '/-/find?q=bread'],
    ...[...names].flatMap((name) => [`/-/prime/${name}`, `/-/prime/${name}/versions`, `/-/feed/${name}`]),
    ...[...scopes].map((scope) => `/-/scope/${scope}`),
  ];
  for (const path of paths) assert.equal((await admin.get(path, { accept: 'text/html' })).status, 200, path);
  for (const { name, version } of versions) {
    const page = await admin.get(`/-/prime/${name}/${encodeURIComponent(version)}`);
    assert.ok(page.text.includes(version), `the page of ${name} ${version}`);
  }
}

async function readSearches(admin: Actor, searches: readonly RecordedSearch[]): Promise<void> {
  for (const { text, names } of searches) {
    const { json } = await admin.get(`/search?q=${encodeURIComponent(text)}`);
    const found = json.results.map(({ name }: { name: string }) => name);
    assert.deepEqual(found, names, `results for ${text}`);
    assert.equal(json.total, names.length, text);
  }
}

/** `prime-registry index` reads the atoms of versions that an older program published. */
async function readAtoms(
  admin: Actor,
  registry: RestoredRegistry,
  { versions, atomSearches }: Recording,
): Promise<void> {
  const indexed = await runCommand(['index', '--data', registry.dataFolder, ...flagsOf(registry)]);
  assert.equal(indexed.code, 0, indexed.stderr);
  for (const { name, version, atoms } of versions) {
    const { json } = await admin.get(`/-/primes/${name}/${version}/atoms`);
    const byId = atoms.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assertContains(json.atoms, byId, `the atoms of ${name} ${version}`);
  }
  await readSearches(admin, atomSearches);
  const { json } = await admin.get('/-/atoms/@acme/rule-let-it-rise');
  assert.equal(json.prime.version, '1.1.0');
  const edges = new Map(
    json.edges.map(({ target, standing }: { target: string; standing: string }) => [target, standing]),
  );
  assert.equal(edges.get('@acme/principle-patience'), 'inside');
  assert.equal(edges.get('@world/rule-warm-place'), 'outside');
  const edgesIn = await admin.get('/-/atoms/@world/rule-warm-place/edges-in');
  assert.deepEqual(
    edgesIn.json.edges.map(({ from }: { from: string }) => from),
    ['@acme/rule-let-it-rise'],
  );
}

// 1.10.0 is yanked.
const PREVIEWS = ['2.0.0-beta.0', '2.0.0-beta.1'];

/** New versions take their place among old ones. */
async function publishMore(author: Actor): Promise<void> {
  const name = '@acme/web-style';
  const versions = ['1.1.1', '1.1.0-rc.3', '2.0.0-beta.0'];
  for (const version of versions)
    await author.mustPublish({ name, version, description: `A numbat of ${version}` });
  assert.equal(
    (await author.publish({ name, version: '1.1.0' })).status,
    409,
    'build metadata does not make another version',
  );
  const { json } = await author.get(`/pack/${encodeURIComponent(name)}`);
  assert.equal(json.latest, '1.1.1');
  assert.deepEqual(
    json.versions.map(({ version }: { version: string }) => version),
    ['1.0.0', '1.1.0-rc.2', '1.1.0-rc.3', '1.1.0-rc.11', '1.1.0+build.7', '1.1.1', ...PREVIEWS],
  );
  await readSearches(author, [
    { text: 'numbat', names: [name] },
    { text: 'quokkas', names: [] },
  ]);
}

async function readAudit(registry: RestoredRegistry, { audit }: Recording): Promise<void> {
  const { stdout } = await runCommand([
    'audit',
    '--json',
    '--data',
    registry.dataFolder,
    ...flagsOf(registry),
  ]);
  const lines = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  assertContains(lines.slice(0, audit.length), audit, 'the audit log');
}

/** Texts for people, which later programs may change. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['message', 'detail']);

/** Asserts that a value is as expected; objects may have additional fields of later programs. */
function assertContains(actual: unknown, expected: unknown, label: string): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    assert.equal(actual.length, expected.length, `${label}: ${JSON.stringify(actual)}`);
    for (const [index, item] of expected.entries()) assertContains(actual[index], item, `${label}[${index}]`);
  } else if (isObject(expected) && isObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      if (!FOR_PEOPLE.has(key)) assertContains(actual[key], value, `${label}.${key}`);
    }
  } else assert.deepEqual(actual, expected, label);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
