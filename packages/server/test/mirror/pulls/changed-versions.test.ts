// A version that an upstream has replaced is refused, also after its eviction, until an operator decides otherwise.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { must, parseLines, run, tarballOf } from '../../process/data/on-data.ts';
import { makeRegistry, serveHere } from '../../process/temporary-registry.ts';
import { knowing, mustSync, sync } from '../sync/syncing.ts';

const MANIFEST = '/pack/@acme/web-style/1.0.0';

/** More than the least limit of evictions. */
const largeTarball = (): Buffer => tarballOf(randomBytes(3000).toString('base64'));

test('other bytes of an evicted version are a 502, from any upstream, until they are accepted', async (t) => {
  const [first, second] = [await serveHere(t), await serveHere(t)];
  const { sha256: before } = await first.admin.mustPublish({ tarball: largeTarball() });
  const { sha256: after } = await second.admin.mustPublish({ tarball: largeTarball() });
  await second.admin.mustPublish({ version: '1.1.0' });
  const dataFolder = await makeRegistry(t);
  await mustSync({ dataFolder, upstreams: [{ url: first.baseUrl }] });
  assert.match(
    await must(dataFolder, 'mirror', 'evict', '--mirror-max-bytes', '1KiB'),
    /^Evicted 1 version/m,
  );

  const upstreams = [{ url: second.baseUrl }];
  const mirror = await serveHere(t, { dataFolder, environment: knowing(upstreams) });
  const read = () => mirror.anonymous.get(MANIFEST);
  for (const path of [MANIFEST, `${MANIFEST}/tarball`]) {
    const problem = expectProblem(await mirror.anonymous.get(path), 'upstream_changed');
    assert.ok(problem.detail.includes(before) && problem.detail.includes(after), problem.detail);
  }
  assert.equal((await mirror.anonymous.get('/pack/@acme/web-style/1.1.0')).status, 200);
  const copied = await sync({ dataFolder, upstreams });
  assert.equal(copied.code, 1);
  assert.match(copied.stderr, /^failed: @acme\/web-style 1\.0\.0: .*a version is never replaced\.$/m);
  assert.match(copied.stdout, /^Copied 1 version of 1 Prime/);

  const forget = (what: string) => must(dataFolder, 'mirror', 'forget', what);
  assert.match(await forget('@acme/web-style@1.1.0'), /Nothing was changed\.$/m);
  const forgotten = await forget('@acme/web-style@1.0.0');
  assert.equal(
    forgotten,
    `Forgot 1 digest of @acme/web-style@1.0.0: 1.0.0 had ${before} at ${first.baseUrl}.\n`,
  );
  await eventually(async () => assert.equal((await read()).json.sha256, after));
  const told = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'forget'));
  assert.deepEqual(
    told.map(({ name, version, details }) => [name, version, details.sha256]),
    [['@acme/web-style', '1.0.0', before]],
  );
});

test('a copy comes with proofs, and an operator can let the mirror forget whose log it trusts', async (t) => {
  const origin = await serveHere(t);
  await origin.admin.mustPublish({ tarball: largeTarball() });
  const dataFolder = await makeRegistry(t);
  const upstreams = [{ url: origin.baseUrl }];
  await mustSync({ dataFolder, upstreams });
  const mirror = await serveHere(t, { dataFolder, environment: knowing(upstreams) });
  const proof = await mirror.anonymous.get('/-/primes/@acme/web-style/1.0.0/proof?of=origin');
  assert.equal(proof.headers.get('log-registry'), origin.baseUrl);
  const forget = ['mirror', 'forget', origin.baseUrl, '--upstreams', origin.baseUrl];
  assert.match(
    await must(dataFolder, ...forget),
    /^Forgot that http\S+ .*has a transparency log, and its key\. Restart the servers\.$/m,
  );
  assert.match(await must(dataFolder, ...forget), /or to have a transparency log\. Nothing was changed\.$/m);
});

test('wrong names are refused', async (t) => {
  const dataFolder = await makeRegistry(t);
  for (const [wrong, message] of [
    ['@acme', /prime-registry: .*'@acme'/],
    ['@acme/a@x', /prime-registry: .*'x'/],
    ['primes.example', /upstreams: none is configured/],
  ] as const) {
    const { code, stderr } = await run(dataFolder, ['mirror', 'forget', wrong]);
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  }
});
