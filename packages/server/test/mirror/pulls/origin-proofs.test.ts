// A mirror verifies that what it pulls is in the log of its upstream, keeps the proof, and hands it on.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { getValue, parseVersion } from '@prime-registry/protocol';
import { eventually, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { FakeLog, makeKey, problem } from '@prime-registry/testkit/fake-log';
import { LogVerifier } from '../../log/verified-proof.ts';
import { type Chain, MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

const NAME = '@acme/web-style';
const PROOF = `/-/primes/${NAME}/1.0.0/proof`;
const ORIGIN_PROOF = `${PROOF}?of=origin`;

const tarballOf = (version: string): string => `/pack/${NAME}/${version}/tarball`;

async function isKept(mirror: TestRegistry, version = '1.0.0'): Promise<boolean> {
  return (await mirror.store.findVersion(NAME, getValue(parseVersion(version)))) !== undefined;
}

/** An upstream whose log a test can make lie, and a mirror of it. */
async function startLied(
  settings: Parameters<typeof startChain>[0] = {},
): Promise<Chain & { readonly log: FakeLog }> {
  const log = new FakeLog();
  const chain = await startChain(settings);
  chain.link.fault = ({ path }) => log.answer(path);
  return Object.assign(chain, { log });
}

async function publish({ origin, log }: Chain & { readonly log: FakeLog }, version: string): Promise<string> {
  const { sha256 } = await origin.author.mustPublish({ name: NAME, version });
  log.publish({ name: NAME, version, sha256 });
  return sha256;
}

describe('the proof of a mirrored version', () => {
  test('is that of its first registry, also through two mirrors', async () => {
    await using chain = await startChain();
    const { origin, link, mirror } = chain;
    const { sha256 } = await origin.author.mustPublish({ version: '1.0.0' });
    const last = await startRegistry({ upstreams: [upstreamAt(mirror.baseUrl)] });
    try {
      const verifier = new LogVerifier(origin.anonymous);
      assert.equal((await last.anonymous.get(TARBALL)).status, 200);
      for (const registry of [last, mirror]) {
        for (const _again of ['', 'from the cache']) {
          const { status, text, headers } = await registry.anonymous.get(ORIGIN_PROOF);
          assert.equal(status, 200, text);
          assert.equal(headers.get('log-registry'), link.baseUrl);
          const [vkey] = (await origin.anonymous.get('/-/log')).json.vkeys;
          assert.equal(headers.get('log-key'), vkey);
          const { entry } = await verifier.openProof(text);
          assert.ok(entry.type === 'publish');
          assert.equal(entry.sha256, sha256);
        }
        await eventually(async () => assert.ok(await isKept(registry)));
        const own = await new LogVerifier(registry.anonymous).prove(NAME, '1.0.0');
        assert.equal(own.entry.type, 'mirror');
      }
      link.fault = () => ({ kind: 'reset' });
      for (const registry of [last, mirror])
        assert.equal((await registry.anonymous.get(ORIGIN_PROOF)).status, 200);
    } finally {
      await last.stop();
    }
  });

  test('is its own for a version that was published here', async () => {
    await using chain = await startChain();
    const { mirror } = chain;
    await mirror.author.mustPublish({ version: '1.0.0' });
    const { text, headers } = await mirror.anonymous.get(ORIGIN_PROOF);
    assert.equal(text, (await mirror.anonymous.get(PROOF)).text);
    assert.equal(headers.get('log-registry'), null);
    // One hash leads from the first entry to the tree of two.
    const grown = await mirror.anonymous.get(`${ORIGIN_PROOF}&from=1`);
    assert.equal(Buffer.from(grown.headers.get('log-consistency') ?? '', 'base64').length, 32);
    const later = await mirror.anonymous.get(`${ORIGIN_PROOF}&from=99`);
    assert.deepEqual([later.status, later.headers.get('log-consistency')], [200, null]);
    expectProblem(await mirror.anonymous.get(`${ORIGIN_PROOF}&from=x`), 'invalid_query');
    expectProblem(await mirror.anonymous.get(`${ORIGIN_PROOF}&size=2`), 'invalid_query');
    expectProblem(await mirror.anonymous.get(`${PROOF}?of=other`), 'invalid_query');
    expectProblem(
      await mirror.anonymous.get('/-/primes/@acme/none/1.0.0/proof?of=origin'),
      'prime_not_found',
    );
  });

  test('is asked for later if the upstream did not have it yet', async () => {
    await using chain = await startLied();
    const { link, mirror, log } = chain;
    await publish(chain, '1.0.0');
    link.fault = ({ path }) => (path.includes('/proof') ? problem(404, 'not_logged_yet') : log.answer(path));
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    await eventually(async () => assert.ok(await isKept(mirror)));
    assert.equal((await mirror.anonymous.get(ORIGIN_PROOF)).headers.get('log-registry'), null);
    link.fault = ({ path }) => log.answer(path);
    await eventually(async () =>
      assert.equal((await mirror.anonymous.get(`${ORIGIN_PROOF}&again`)).headers.get('log-key'), log.vkey),
    );
  });

  for (const [what, answer] of [
    ['does not know the path', problem(404, 'not_found')],
    ['answers anything to it', { kind: 'answer', status: 200, body: '{"hello":"world"}' }],
    ['fails', { kind: 'answer', status: 500 }],
  ] as const) {
    test(`is missing from an upstream without a log that ${what}, and is not asked for again soon`, async () => {
      await using chain = await startChain();
      const { origin, link, mirror } = chain;
      link.fault = ({ path }) => (path.startsWith('/-/') ? answer : undefined);
      for (const version of ['1.0.0', '1.1.0']) {
        await origin.author.mustPublish({ version });
        assert.equal((await mirror.anonymous.get(tarballOf(version))).status, 200);
        await eventually(async () => assert.ok(await isKept(mirror, version)));
      }
      assert.equal(link.requests.filter((request) => request.includes('/proof')).length, 1);
      const { text } = await mirror.anonymous.get(ORIGIN_PROOF);
      const { entry } = await new LogVerifier(mirror.anonymous).openProof(text);
      assert.ok(entry.type === 'mirror');
      assert.equal(entry.origin, link.baseUrl);
    });
  }

  test('counts with a key that the log has announced, also after the former one has ended', async () => {
    await using chain = await startLied();
    const { mirror, log, link } = chain;
    const pull = async (version: string) => {
      await publish(chain, version);
      assert.equal((await mirror.anonymous.get(tarballOf(version))).status, 200);
      await eventually(async () => assert.ok(await isKept(mirror, version)));
    };
    await pull('1.0.0');
    log.rotate();
    await pull('1.1.0');
    log.formerKey = undefined;
    await pull('1.2.0');
    const { headers } = await mirror.anonymous.get(`/-/primes/${NAME}/1.2.0/proof?of=origin`);
    assert.equal(headers.get('log-key'), log.vkey);
    const asked = link.requests.filter((request) => request.includes('/-/log/tile/entries'));
    assert.equal(asked.length, 1, 'the entry is read once');
  });

  test('does not count with a key that only the registry names', async () => {
    await using chain = await startLied();
    const { mirror, log } = chain;
    await publish(chain, '1.0.0');
    assert.equal((await mirror.anonymous.get(tarballOf('1.0.0'))).status, 200);
    await eventually(async () => assert.ok(await isKept(mirror)));
    const { entries } = log;
    log.rotate();
    // The list of names says so, and the entry at that place says something else.
    entries.pop();
    await publish(chain, '1.1.0');
    log.formerKey = undefined;
    const refused = await mirror.anonymous.get(tarballOf('1.1.0'));
    assert.match(expectProblem(refused, 'upstream_mismatch').detail, /not signed by the trusted key/);
  });

  test('costs one request for each pull, also if the log has grown', async () => {
    await using chain = await startChain();
    const { origin, link, mirror } = chain;
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      await origin.author.mustPublish({ version });
      await origin.author.mustPublish({ name: '@acme/other', version });
      assert.equal((await mirror.anonymous.get(tarballOf(version))).status, 200);
      await eventually(async () => assert.ok(await isKept(mirror, version)));
    }
    assert.deepEqual(
      link.requests.filter((request) => request.includes('/-/log')),
      ['GET /-/log'],
    );
    assert.equal(link.requests.filter((request) => request.includes('/proof')).length, 3);
  });

  test('comes with hashes that count as little as those of others', async () => {
    await using chain = await startLied();
    const { link, mirror, log } = chain;
    await publish(chain, '1.0.0');
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    await publish(chain, '1.1.0');
    const answerWith = (hashes: string) => async (path: string) => {
      const answer = await log.answer(path);
      const isProof = path.includes('/proof') && answer?.kind === 'answer';
      return isProof ? { ...answer, headers: { ...answer.headers, 'log-consistency': hashes } } : answer;
    };
    const wrong = answerWith(Buffer.alloc(64).toString('base64'));
    link.fault = ({ path }) => wrong(path);
    expectProblem(await mirror.anonymous.get(tarballOf('1.1.0')), 'upstream_changed');
    // What are no hashes are asked for.
    const none = answerWith('AAAA');
    link.fault = ({ path }) => none(path);
    await eventually(async () => assert.equal((await mirror.anonymous.get(tarballOf('1.1.0'))).status, 200));
  });

  test('comes with the next pull after an eviction', async () => {
    await using chain = await startChain();
    const { origin, mirror } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.anonymous.get(TARBALL);
    await eventually(async () => assert.ok(await isKept(mirror)));
    const places = await mirror.store.listLeastRead({ lastReadDay: -1, id: 0 }, 10);
    await mirror.store.evictVersions(places, () => ({
      ...{ action: 'evict', atMs: 1, actorId: 'test', actorName: 'test' },
      ...{ address: undefined, requestId: undefined },
    }));
    const version = getValue(parseVersion('1.0.0'));
    assert.equal(await mirror.store.findOriginProof(NAME, version), undefined);
    await mirror.anonymous.get(TARBALL);
    await eventually(async () => assert.ok(await mirror.store.findOriginProof(NAME, version)));
  });
});

/** What an upstream does after an honest first pull, the code of the answer, and the reason in it. */
const LIES: readonly [
  what: string,
  code: 'upstream_changed' | 'upstream_mismatch',
  reason: RegExp,
  lie: (chain: Chain & { readonly log: FakeLog }) => unknown,
][] = [
  [
    'logs another digest',
    'upstream_changed',
    /the log says that @acme\/web-style 1\.1\.0 has the sha256 aaaa/,
    ({ log }) => {
      log.entries.pop();
      log.publish({ name: NAME, version: '1.1.0', sha256: 'a'.repeat(64) });
    },
  ],
  [
    'gives the proof of another version',
    'upstream_changed',
    /the entry #1 of the log is of @acme\/web-style 1\.0\.0, not of @acme\/web-style 1\.1\.0/,
    ({ log, link }) => {
      link.fault = ({ path }) => log.answer(path.replace('1.1.0/proof', '1.0.0/proof'));
    },
  ],
  [
    'signs wrongly',
    'upstream_mismatch',
    /bad signature/,
    ({ log }) => {
      const { publicKey } = log.key;
      log.key = { ...makeKey(), publicKey };
    },
  ],
  [
    'signs with another key',
    'upstream_mismatch',
    /not signed by the trusted key\. .*set its log-key/,
    ({ log }) => {
      log.key = makeKey();
    },
  ],
  [
    'has begun another log',
    'upstream_mismatch',
    /calls itself other\.example.*set its log-key/,
    ({ log }) => {
      log.origin = 'other.example';
    },
  ],
  [
    'shows another log under the same key',
    'upstream_changed',
    /contradicts what was signed before/,
    ({ log }) => {
      const [begin = new Uint8Array(), ...rest] = log.entries.splice(0);
      log.entries.push(begin);
      log.publish({ name: '@acme/other', version: '1.0.0', sha256: 'b'.repeat(64) });
      log.entries.push(...rest);
    },
  ],
  [
    'has lost entries',
    'upstream_changed',
    /has lost entries/,
    ({ log }) => {
      log.entries.splice(1, 3);
    },
  ],
  [
    'invents a path',
    'upstream_mismatch',
    /does not lead from the entry/,
    ({ log }) => {
      log.changeProof = (proof) => proof.replace(/^index \d+$/m, 'index 0');
    },
  ],
  [
    'sends a text',
    'upstream_mismatch',
    /the proof is malformed/,
    ({ log }) => {
      log.changeProof = () => 'Trust me.\n';
    },
  ],
  [
    'hides its log',
    'upstream_mismatch',
    /has had a transparency log/,
    ({ link }) => {
      link.fault = ({ path }) => (path.startsWith('/-/') ? problem(404, 'not_found') : undefined);
    },
  ],
];

describe('a version is refused if its upstream', () => {
  for (const [what, code, reason, lie] of LIES) {
    test(`${what}`, async () => {
      await using chain = await startLied();
      const { mirror, log, link } = chain;
      await publish(chain, '1.0.0');
      for (const name of ['one', 'two', 'three'])
        log.publish({ name: `@acme/${name}`, version: '1.0.0', sha256: 'c'.repeat(64) });
      assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
      await eventually(async () => assert.ok(await isKept(mirror)));
      await publish(chain, '1.1.0');
      await lie(chain);
      const refused = expectProblem(await mirror.anonymous.get(tarballOf('1.1.0')), code);
      assert.match(refused.detail, reason);
      // The evidence is for the operator.
      const told = mirror.log.filter((line) => line.includes('an upstream failed')).join();
      assert.ok(told.includes('The head') || told.includes('The proof') || what === 'hides its log', told);
      assert.equal(await isKept(mirror, '1.1.0'), false);
      expectProblem(await mirror.anonymous.get(`/-/primes/${NAME}/1.1.0/proof?of=origin`), code);
      // What is here stays, with its proof.
      link.fault = () => ({ kind: 'reset' });
      for (const path of [MANIFEST, TARBALL, ORIGIN_PROOF])
        assert.equal((await mirror.anonymous.get(path)).status, 200);
    });
  }

  test('sends a wrong proof after all of the tarball', async () => {
    await using chain = await startLied();
    const { mirror, log, link } = chain;
    await publish(chain, '1.0.0');
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    await publish(chain, '1.1.0');
    log.changeProof = () => 'Trust me.\n';
    const isComing = Promise.withResolvers<void>();
    link.fault = async ({ path }) => {
      if (path.endsWith('/tarball')) isComing.resolve();
      if (!path.includes('/proof')) return undefined;
      await isComing.promise;
      await delay(300);
      return log.answer(path);
    };
    expectProblem(await mirror.anonymous.get(tarballOf('1.1.0')), 'upstream_mismatch');
    assert.equal(await isKept(mirror, '1.1.0'), false);
  });

  test('does not sign with the key of the settings, from the first time on', async () => {
    const stranger = new FakeLog();
    await using chain = await startLied({ logKeys: [stranger.vkey] });
    await publish(chain, '1.0.0');
    const refused = expectProblem(await chain.mirror.anonymous.get(TARBALL), 'upstream_mismatch');
    assert.match(refused.detail, /not signed by the trusted key/);
    chain.log.key = stranger.key;
    await eventually(async () => assert.equal((await chain.mirror.anonymous.get(TARBALL)).status, 200));
  });

  test('says that another registry has logged what was published there', async () => {
    await using chain = await startLied();
    const { mirror, link, log } = chain;
    await publish(chain, '1.0.0');
    const elsewhere = new FakeLog();
    elsewhere.entries.push(...log.entries.splice(1));
    elsewhere.origin = 'elsewhere.example';
    link.fault = async ({ path }) => {
      const answer = await elsewhere.answer(path);
      if (!path.includes('/proof') || answer?.kind !== 'answer') return answer;
      const headers = {
        ...answer.headers,
        'log-registry': 'https://elsewhere.example',
        'log-key': elsewhere.vkey,
      };
      return { ...answer, headers };
    };
    const refused = expectProblem(await mirror.anonymous.get(TARBALL), 'upstream_mismatch');
    assert.match(refused.detail, /said to be published there, .* of the log of https:\/\/elsewhere\.example/);
  });
});

test('an upstream cannot say which key the log of another upstream has', async (t) => {
  const honest = await startRegistry();
  t.after(() => honest.stop());
  await using chain = await startLied();
  const { link, log } = chain;
  const sha256 = await publish(chain, '1.0.0');
  assert.ok(sha256);
  await honest.admin.mustPublish({ name: '@bank/rules', version: '1.0.0' });
  link.fault = async ({ path }) => {
    if (path === MANIFEST) {
      const { json } = await chain.origin.anonymous.get(MANIFEST);
      const body = JSON.stringify({ ...json, origin: honest.baseUrl });
      return { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body };
    }
    const answer = await log.answer(path);
    if (!path.includes('of=origin') || answer?.kind !== 'answer') return answer;
    return {
      ...answer,
      headers: { ...answer.headers, 'log-registry': honest.baseUrl, 'log-key': log.vkey },
    };
  };
  const mirror = await startRegistry({
    upstreams: [
      upstreamAt(link.baseUrl, { scopes: ['@acme'] }),
      upstreamAt(honest.baseUrl, { scopes: ['@bank'] }),
    ],
  });
  t.after(() => mirror.stop());
  const lied = await mirror.anonymous.get(TARBALL);
  assert.equal(lied.status, 200, lied.text);
  const { status, text } = await mirror.anonymous.get('/pack/@bank/rules/1.0.0/tarball');
  assert.equal(status, 200, text);
  const [vkey] = (await honest.anonymous.get('/-/log')).json.vkeys;
  const known = await mirror.store.findUpstreamLog(honest.baseUrl);
  assert.deepEqual(known?.vkeys, [vkey]);
  assert.equal((await mirror.anonymous.get(ORIGIN_PROOF)).headers.get('log-registry'), null);
});
