// The transparency log over HTTP, on any database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTimestamp, type LogEntry, logProofsPath } from '@prime-registry/protocol';
import { eventually, expectProblem, type TestRegistry } from '@prime-registry/testkit';
import {
  appendLeaves,
  decodeEntryBundle,
  decodeHashes,
  EMPTY_EDGE,
  leafHash,
  rootOf,
  verifyConsistency,
} from '@prime-registry/tlog';
import { sha256 } from '../../src/signing/ed25519.ts';
import { countStoreWork } from '../http/response-cache/observed-server.ts';
import { LogVerifier } from './verified-proof.ts';

const NAME = '@acme/web-style';

/** Paths that are not those of a tile. */
const MISSPELT = [
  ...[
    '0',
    '0/',
    '0/0',
    '0/00',
    '0/0000',
    '00/000',
    '+0/000',
    '-1/000',
    '64/000',
    '256/000',
    'x/000',
    'leaf/000',
  ],
  ...[
    '0/x000',
    '0/x000/000',
    '0/001/002',
    '0/000/',
    '0//000',
    '0/000.p',
    '0/000.p/',
    '0/000.p/0',
    '0/000.p/01',
  ],
  ...[
    '0/000.p/256',
    '0/000.p/1000',
    '0/000.p/-1',
    '0/000.p/1/',
    '0/000.P/1',
    'entries/000.p/0',
    'entries/x1/000',
  ],
  ...['0/%30%30%30.p/0', '0/000.p/1%00', '0/..%2f000', '0/x999/x999/x999/x999/x999/x999/999', '0/\u{ff10}00'],
];

/** Declares the tests. The registry must be new, and no other test may use it. */
export function testLog(registry: TestRegistry): void {
  const { admin, author, anonymous, store } = registry;
  const log = new LogVerifier(anonymous);
  const publish = async (version: string) => (await author.publish({ name: NAME, version })).json;

  test('the receipt of a publish has the entry and its proof', async () => {
    const receipt = await publish('1.0.0');
    const { index, checkpoint, entry } = await log.openProof(receipt.log.proof);
    assert.deepEqual(receipt.log, {
      origin: checkpoint.origin,
      index,
      size: checkpoint.size,
      proof: receipt.log.proof,
    });
    assert.ok(entry.type === 'publish');
    const { name, version, sha256: digest } = entry;
    assert.deepEqual({ name, version, digest }, { name: NAME, version: '1.0.0', digest: receipt.sha256 });
  });

  test('publishes at the same time have proofs of their own', async () => {
    const versions = ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0'];
    const receipts = await Promise.all(versions.map(publish));
    const proofs = await Promise.all(receipts.map((receipt) => log.openProof(receipt.log.proof)));
    assert.deepEqual(
      proofs.map(({ entry }) => 'version' in entry && entry.version),
      versions,
    );
    assert.equal(new Set(proofs.map(({ index }) => index)).size, versions.length);
  });

  test('each checkpoint has what was acknowledged before, and nothing that was refused', async () => {
    for (const version of ['2.0.0', '2.1.0', '2.2.0']) {
      const before = await log.newest();
      const { log: logged } = await publish(version);
      assert.equal((await log.newest()).size, before.size + 1);
      assert.equal(logged.size, before.size + 1);
    }
    const before = await log.newest();
    expectProblem(await author.publish({ name: NAME, version: '2.0.0' }), 'version_exists');
    expectProblem(await author.publish({ name: NAME, version: 'two' }), 'invalid_manifest');
    assert.deepEqual(await log.newest(), before);
  });

  test('a check of a publish has no place in the log', async () => {
    const before = await log.newest();
    const { status, json } = await author.checkPublish({ name: NAME, version: '3.0.0' });
    assert.equal(status, 200);
    assert.equal(json.log, undefined);
    assert.deepEqual(await log.newest(), before);
  });

  test('a checkpoint is a text that caches may keep for a second', async () => {
    const { headers, text } = await anonymous.get('/-/log/checkpoint');
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=1');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    assert.equal((await anonymous.get('/-/log/checkpoint', known)).status, 304);
    const head = await anonymous.request('/-/log/checkpoint', { method: 'HEAD' });
    assert.equal(head.text, '');
    assert.equal(Number(head.headers.get('content-length')), Buffer.byteLength(text));
  });

  test('a version can be proved in the newest log, and in each that had it', async () => {
    const first = await log.prove(NAME, '1.0.0');
    const { size } = first.checkpoint;
    await publish('4.0.0');
    assert.equal((await log.prove(NAME, '1.0.0')).checkpoint.size, size + 1);
    for (let asked = first.index + 1; asked <= size; asked += 1) {
      const proof = await log.prove(NAME, '1.0.0', asked);
      assert.deepEqual([proof.index, proof.checkpoint.size], [first.index, asked]);
    }
    assert.deepEqual((await log.prove(NAME, '1.0.0', size)).checkpoint, first.checkpoint);
    const path = `/-/primes/${NAME}/1.0.0/proof`;
    expectProblem(await anonymous.get(`${path}?size=${first.index}`), 'not_found');
    for (const wrong of ['', '-1', '01', '1.0', '1e3', 'x', '9007199254740992', `${size + 1000}`, '1&size=2'])
      expectProblem(await anonymous.get(`${path}?size=${wrong}`), 'invalid_query');
  });

  test('many proofs in one answer are those of the single requests, and what has none is read singly', async () => {
    const keys = ['1.0.0', '1.3.0', '4.0.0'].map((version) => `${NAME}@${version}`);
    const without = [`${NAME}@9.9.9`, '@acme/unknown@1.0.0'];
    const { status, json, headers } = await anonymous.get(logProofsPath([...without, ...keys]));
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-cache']);
    const single = keys.map(async (of) => {
      const { text } = await anonymous.get(`/-/primes/${of.replace(/(?<=.)@/, '/')}/proof`);
      return { of, proof: text };
    });
    const expected = [...without.map((of) => ({ of, singly: true })), ...(await Promise.all(single))];
    assert.deepEqual(json, { proofs: expected });
    for (const { proof } of expected.slice(without.length) as { proof: string }[]) await log.openProof(proof);
  });

  test('a request for many proofs that is wrong says what is right', async () => {
    for (const [query, message] of [
      ['', /has 0 Primes; give 1 to 100, as in primes=@acme\/core@1\.0\.0/],
      [
        `?primes=${NAME}`,
        /'@acme\/web-style' has no version; write it behind an @, as in @acme\/web-style@1\.0\.0/,
      ],
      [`?primes=${NAME}@1`, /is not a Prime such as/],
      [`?primes=${NAME}@1.0.0&primes=${NAME}@1.0.0`, /is given more than once/],
    ] as const) {
      const answer = await anonymous.get(`/-/log/proofs${query}`);
      assert.match(expectProblem(answer, 'invalid_query').detail, message, query);
    }
  });

  test('what is not here has no proof, for the reason that other reads give', async () => {
    const read = (version: string) => anonymous.get(`/-/primes/${version}/proof`);
    expectProblem(await read(`${NAME}/9.9.9`), 'version_not_found');
    expectProblem(await read('@acme/unknown/1.0.0'), 'prime_not_found');
    expectProblem(await read(`${NAME}/nonsense`), 'not_found');
    await author.mustPublish({ name: NAME, version: '5.0.0-rc.1' });
    await author.yank(NAME, '5.0.0-rc.1');
    assert.equal((await read(`${NAME}/5.0.0-rc.1`)).status, 200, 'a yanked version stays in the log');
    const body = JSON.stringify({ category: 'secret' });
    const headers = { 'content-type': 'application/json' };
    await admin.request(`/-/primes/${NAME}/5.0.0-rc.1/removal`, { method: 'POST', headers, body });
    expectProblem(await read(`${NAME}/5.0.0-rc.1`), 'version_removed');
  });

  test('tiles and bundles have the whole tree, up to what was signed', async () => {
    await growLog(store, 600);
    const { size, root } = await log.newest();
    assert.equal(size, 600);
    const read = async (tile: string) => {
      const { status, headers, bytes } = await anonymous.get(`/-/log/tile/${tile}`);
      assert.equal(status, 200, tile);
      assert.equal(headers.get('content-type'), 'application/octet-stream');
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      return bytes;
    };
    const leaves = (await Promise.all(['0/000', '0/001', '0/002.p/88'].map(read))).flatMap(decodeHashes);
    const whole = appendLeaves(sha256, EMPTY_EDGE, leaves).edge;
    assert.deepEqual(Buffer.from(rootOf(sha256, whole)), Buffer.from(root));
    const bundles = await Promise.all(['entries/000', 'entries/001', 'entries/002.p/88'].map(read));
    const entries = bundles.flatMap(decodeEntryBundle);
    assert.deepEqual(
      entries.map((entry) => Buffer.from(leafHash(sha256, entry))),
      leaves.map((leaf) => Buffer.from(leaf)),
    );
    const subtrees = [leaves.slice(0, 256), leaves.slice(256, 512)].map((part) =>
      rootOf(sha256, appendLeaves(sha256, EMPTY_EDGE, part).edge),
    );
    assert.deepEqual(await read('1/000.p/2'), Buffer.concat(subtrees));
    // Partial tiles of every size that there was.
    assert.deepEqual(await read('0/000.p/7'), Buffer.concat(leaves.slice(0, 7)));
    assert.deepEqual(decodeEntryBundle(await read('entries/002.p/1')), entries.slice(512, 513));
    for (const absent of [
      '0/002',
      '0/002.p/89',
      '0/003.p/1',
      'entries/002',
      '1/000',
      '1/000.p/3',
      '2/000.p/1',
    ])
      expectProblem(await anonymous.get(`/-/log/tile/${absent}`), 'not_found');
  });

  test('a path that is not that of a tile is a 404, also for a browser', async () => {
    for (const path of MISSPELT) {
      expectProblem(await anonymous.get(`/-/log/tile/${path}`), 'not_found');
      const { status } = await anonymous.get(`/-/log/tile/${path}`, { accept: 'text/html' });
      assert.equal(status, 404, path);
    }
  });

  test('consistency proofs lead from each size to each larger one', async () => {
    const roots = new Map<number, Uint8Array>();
    for (const size of [1, 2, 255, 256, 257, 512, 599, 600]) {
      const tile = await Promise.all(
        ['0/000', '0/001', '0/002.p/88'].map((path) => anonymous.get(`/-/log/tile/${path}`)),
      );
      const leaves = tile.flatMap(({ bytes }) => decodeHashes(bytes)).slice(0, size);
      roots.set(size, rootOf(sha256, appendLeaves(sha256, EMPTY_EDGE, leaves).edge));
    }
    for (const [from, old] of roots) {
      for (const [to, root] of roots) {
        const { status, text } = await anonymous.get(`/-/log/consistency?from=${from}&to=${to}`);
        assert.equal(status, from <= to ? 200 : 400);
        if (from > to) continue;
        const proof = text
          .split('\n')
          .slice(0, -1)
          .map((line) => Buffer.from(line, 'base64'));
        const claim = { from: { size: from, root: old }, to: { size: to, root }, proof };
        assert.ok(verifyConsistency(sha256, claim), `${from} to ${to}`);
      }
    }
    assert.equal((await anonymous.get('/-/log/consistency?from=0&to=600')).text, '');
    for (const [query, ...fields] of [
      ['from=1&to=601', 'to'],
      ['from=1', 'to'],
      ['', 'from', 'to'],
      ['from=01&to=-1', 'from', 'to'],
      ['from=1&from=2&to=3', 'from'],
      ['from=1&to=99999999999999999999', 'to'],
    ] as const) {
      const answer = await anonymous.get(`/-/log/consistency?${query}`);
      expectProblem(answer, 'invalid_query');
      assert.deepEqual(
        answer.json.errors.map(({ field }: { field: string }) => field),
        fields,
      );
    }
  });

  test('full tiles, and proofs of one size, are answered without the store after other commits', async () => {
    const paths = ['/-/log/tile/0/000', '/-/log/tile/entries/001', '/-/log/consistency?from=3&to=599'];
    const proof = `/-/primes/${NAME}/1.0.0/proof?size=599`;
    const readAll = () =>
      Promise.all([...paths, proof].map(async (path) => (await anonymous.get(path)).text));
    const first = await readAll();
    await publish('6.0.0');
    await eventually(async () => {
      const before = await countStoreWork(anonymous);
      const again = await readAll();
      assert.equal(await countStoreWork(anonymous), before);
      assert.deepEqual(again, first);
    });
  });

  test('the log describes itself to programs, and to people', async () => {
    const { json, headers } = await anonymous.get('/-/log');
    const { size, origin } = await log.newest();
    assert.match(headers.get('vary') ?? '', /Accept/);
    assert.deepEqual([json.size, json.origin, json.halted], [size, origin, undefined]);
    assert.deepEqual(json.backfill, { done: 0, of: 0 });
    assert.equal(json.policy, `log ${json.vkeys[0]}\nquorum none\n`);
    const [{ since, ...name }] = json.names;
    assert.deepEqual(name, { origin, vkey: json.vkeys[0], since_size: 0 });
    assert.match(since, /^\d{4}-/);
    const page = await anonymous.get('/-/log', { accept: 'text/html,*/*' });
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const [, key = ''] =
      /echo &#39;(.*)&#39; \| base64 -d/.exec(page.text) ?? /echo '(.*)' \| base64 -d/.exec(page.text) ?? [];
    assert.ok(json.vkeys[0].endsWith(`+${key}`));
    assert.deepEqual(
      [...Buffer.from(key, 'base64').subarray(0, 1), Buffer.from(key, 'base64').length],
      [1, 33],
    );
    assert.match(
      page.text,
      new RegExp(`<h1>Transparency log</h1>[\\s\\S]*${origin}[\\s\\S]*prime log verify`),
    );
  });

  test('the page of a version shows its entry', async () => {
    const { index } = await log.prove(NAME, '1.0.0');
    const { text } = await anonymous.get(`/-/prime/${NAME}/1.0.0`);
    assert.match(text, new RegExp(`<a href="/-/log">the log</a> as entry #${index} since`));
    assert.ok(text.includes(`href="/-/primes/${NAME}/1.0.0/proof"`));
  });

  test('a halted log is read as before, and takes nothing', async () => {
    const before = await anonymous.get('/-/log/checkpoint');
    const tile = await anonymous.get('/-/log/tile/0/002.p/8');
    assert.match(tile.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    await store.haltLog('a test said so');
    try {
      // Nobody may keep what may not be what was signed.
      for (const path of ['0/002.p/8', 'entries/002.p/7', '1/000.p/1']) {
        const { headers } = await anonymous.get(`/-/log/tile/${path}`);
        assert.match(headers.get('cache-control') ?? '', /no-cache$/, path);
      }
      expectProblem(await author.publish({ name: NAME, version: '7.0.0' }), 'log_halted');
      assert.equal((await anonymous.get('/-/log/checkpoint')).text, before.text);
      assert.deepEqual((await anonymous.get('/-/log/tile/0/002.p/8')).bytes, tile.bytes);
      assert.equal((await anonymous.get('/-/log/consistency?from=2&to=600')).status, 200);
      for (const path of [`/-/primes/${NAME}/1.0.0/proof`, logProofsPath([`${NAME}@1.0.0`])])
        expectProblem(await anonymous.get(path), 'log_halted');
      assert.match((await anonymous.get('/-/log')).json.halted, /a test said so/);
      assert.match((await anonymous.get('/-/log', { accept: 'text/html' })).text, /The log is halted/);
    } finally {
      await store.resumeLog();
    }
    assert.equal((await log.newest()).size, (await publish('7.0.0')).log.size - 1);
  });
}

/** Appends entries that change nothing, until the log has this size. */
export async function growLog(store: TestRegistry['store'], size: number): Promise<void> {
  const { edge } = await store.readLogHead();
  const at = formatTimestamp(Date.now());
  const entries = Array.from({ length: size - edge.size }, (_, index): LogEntry => {
    return { v: 1, type: 'unmove', at, by: 'registry', name: `@acme/filler-${index}` };
  });
  await store.appendToLog(entries);
}
