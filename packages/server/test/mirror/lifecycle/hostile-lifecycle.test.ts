// What a hostile upstream says besides its versions: malformed parts are left out, the rest is good; it changes only
// what came from it; and a long list of removed versions holds up nobody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateToken, getValue, parseVersion } from '@prime-registry/protocol';
import { eventually, expectProblem, startRegistry } from '@prime-registry/testkit';
import { NAME } from '../../lifecycle/changing.ts';
import { type Chain, LIST, MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

const NO_MEMORY = { responseCacheBytes: 0 };
const SINCE = '2026-01-02T03:04:05Z';
const PUBLISHED = { version: '1.0.0', published_at: SINCE };

/** Answers every list with these additions. */
function forgeList({ link }: Pick<Chain, 'link'>, additions: object, versions: object[] = [PUBLISHED]): void {
  const list = { name: NAME, versions, latest: '1.0.0', ...additions };
  link.fault = ({ path }) =>
    path.startsWith('/pack/%40acme%2Fweb-style') || path.startsWith(LIST.concat('?'))
      ? {
          ...{ kind: 'answer', status: 200, body: JSON.stringify(list) },
          headers: { 'content-type': 'application/json' },
        }
      : undefined;
}

async function readList(chain: Chain) {
  chain.wait(3_600_000);
  const answer = await chain.mirror.anonymous.get(`${LIST}?yanked=include`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

test('malformed parts are left out, and never fail the list', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  await chain.origin.author.mustPublish({ version: '1.0.0' });
  const token = generateToken();
  const good = { range: '<2', message: 'Old.', since: SINCE };
  const bad = [
    { ...good, range: 'latest' },
    { ...good, range: 'beta' },
    { ...good, range: 'x'.repeat(300) },
    { ...good, range: '>=1', message: 'hidden \u202e' },
    { ...good, range: '>=2', message: '' },
    { ...good, range: '>=3', message: 'x'.repeat(1001) },
    { ...good, range: '>=4', message: `take ${token}` },
  ];
  forgeList(chain, {
    channels: [
      { channel: 'beta', version: '1.0.0', since: SINCE },
      { channel: 'latest', version: '1.0.0', since: SINCE },
      { channel: 'stable', version: 'one', since: SINCE },
      { channel: '1.0.0', version: '1.0.0', since: SINCE },
    ],
    deprecations: [...bad, { ...good, successor: { name: '@acme/next', registry: 'javascript:alert(1)' } }],
    moved_to: 'nowhere',
    removed: [
      { version: '0.9.0', category: 'secret', reason: `the key ${token}`, removed_at: 'soon' },
      { version: '../1', category: 'secret', removed_at: SINCE },
    ],
  });
  const { name: _name, versions, latest, origin: _origin, ...rest } = await readList(chain);
  assert.deepEqual([versions, latest], [[{ ...PUBLISHED, deprecated: true }], '1.0.0']);
  assert.deepEqual(rest, {
    channels: [{ channel: 'beta', version: '1.0.0', since: SINCE }],
    deprecations: [good],
    removed: [{ version: '0.9.0', category: 'secret', removed_at: '1970-01-01T00:00:00Z' }],
  });
});

test('the reason of a yank in a manifest is left out if it could not be given here', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  const { origin, mirror, link } = chain;
  const GOOD = 'It was wrong.';
  const reasons = { '1.0.0': GOOD, '1.0.1': 'hidden \u202e', '1.0.2': 'x'.repeat(400_000) };
  for (const [version, reason] of Object.entries(reasons)) {
    await origin.author.mustPublish({ version });
    const { json } = await origin.anonymous.get(`${LIST}/${version}`);
    const body = JSON.stringify({ ...json, yanked: true, yanked_at: SINCE, yank_reason: reason });
    const headers = { 'content-type': 'application/json' };
    link.fault = ({ path }) =>
      path === `${LIST}/${version}` ? { kind: 'answer', status: 200, headers, body } : undefined;
    assert.equal((await mirror.anonymous.get(`${LIST}/${version}/tarball`)).status, 200);
    const find = () => mirror.store.findWholeVersion(NAME, getValue(parseVersion(version)));
    await eventually(async () => assert.ok(await find()));
    const yank = (await find())?.yank;
    assert.ok(yank, version);
    assert.equal(yank.reason, reason === GOOD ? GOOD : undefined, version);
  }
});

test('so are parts of another shape, and fields that are no lists', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  await chain.origin.author.mustPublish({ version: '1.0.0' });
  const wrong = [
    5,
    'x',
    {},
    [[]],
    [null],
    [{ channel: 1 }],
    [{ range: '*' }],
    [{ version: '1.0.0', category: 'spam' }],
  ];
  for (const value of wrong) {
    forgeList(chain, { channels: value, deprecations: value, moved_to: value, removed: value }, [
      { ...PUBLISHED, deprecated: value } as object,
    ]);
    const { name: _name, latest: _latest, origin: _origin, ...rest } = await readList(chain);
    assert.deepEqual(rest, { versions: [PUBLISHED] }, JSON.stringify(value));
  }
});

test('there are at most so many channels and deprecations as a Prime here can have', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  await chain.origin.author.mustPublish({ version: '1.0.0' });
  const many = Array.from({ length: 400 }, (_, index) => index);
  forgeList(chain, {
    channels: many.map((index) => ({ channel: `c${index}`, version: '1.0.0', since: SINCE })),
    deprecations: many.map((index) => ({ range: `<${index}`, message: 'Old.', since: SINCE })),
  });
  const { channels, deprecations } = await readList(chain);
  assert.deepEqual([channels.length, deprecations.length], [50, 50]);
});

test('an upstream removes and yanks nothing that did not come from it', async () => {
  const other = await startRegistry(NO_MEMORY);
  await using chain = await startChain({ scopes: ['@acme'] }, NO_MEMORY);
  const upstreams = [upstreamAt(other.baseUrl), upstreamAt(chain.link.baseUrl)];
  const mirror = await startRegistry({ ...NO_MEMORY, upstreams });
  try {
    await other.author.mustPublish({ version: '1.0.0' });
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    await eventually(async () => assert.equal((await mirror.store.listVersions(NAME)).length, 1));
    forgeList(chain, { removed: [{ version: '1.0.0', category: 'secret', removed_at: SINCE }] });
    await other.stop();
    await mirror.anonymous.get(LIST);
    assert.equal((await mirror.anonymous.get(MANIFEST)).status, 200);
    assert.deepEqual((await mirror.anonymous.get(LIST)).json.removed, undefined);
    assert.equal((await mirror.store.listVersions(NAME)).length, 1);
  } finally {
    await mirror.stop();
  }
});

test('a 410 that may be that of a filter in between is no removal', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  await chain.origin.author.mustPublish({ version: '1.0.0' });
  await chain.mirror.anonymous.get(`${LIST}/9.9.9`);
  for (const status of [410, 451]) {
    chain.link.fault = () => ({ kind: 'answer', status, body: '<html>blocked</html>' });
    expectProblem(await chain.mirror.anonymous.get(MANIFEST), 'upstream_unavailable');
    expectProblem(await chain.mirror.anonymous.get(TARBALL), 'upstream_unavailable');
  }
});

test('10,000 removed versions are read in a thread, and followed while others are served', async () => {
  await using chain = await startChain({}, { ...NO_MEMORY, threads: 1 });
  await chain.origin.author.mustPublish({ version: '1.0.0' });
  await chain.mirror.anonymous.get(TARBALL);
  await eventually(async () => assert.equal((await chain.mirror.store.listVersions(NAME)).length, 1));
  const removed = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ version: `1.0.${index}`, category: 'other', removed_at: SINCE },
  }));
  forgeList(chain, { removed }, []);
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  const { versions, removed: shown } = await readList(chain);
  clearInterval(counting);
  assert.deepEqual([versions, shown.length], [[], 10_000]);
  assert.ok(turns > 3, `the loop had ${turns} turns`);
  expectProblem(await chain.mirror.anonymous.get(TARBALL), 'version_removed');
  // The others were never here: there is nothing to remove, and no tombstone.
  assert.equal((await chain.mirror.store.listTombstones({ name: '', identity: '' }, 10)).length, 1);
});

test('a list that an earlier program has stored is asked for whole, not by its tag', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  const { origin, mirror } = chain;
  await origin.author.mustPublish({ version: '1.0.0' });
  await origin.author.request(`/-/primes/${NAME}/channels/beta`, {
    method: 'PUT',
    body: '{"version":"1.0.0"}',
  });
  await mirror.anonymous.get(LIST);
  const stored = await mirror.store.findMirroredList(NAME);
  assert.ok(stored?.lifecycle);
  const { lifecycle: _unread, ...asBefore } = stored;
  await mirror.store.saveMirroredList(asBefore);
  assert.equal((await mirror.anonymous.get(LIST)).json.channels, undefined);
  assert.equal((await readList(chain)).channels[0].channel, 'beta');
});
