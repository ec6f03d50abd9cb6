// A registry that is a witness of the logs of its upstreams.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  type Actor,
  eventually,
  expectProblem,
  type RegistryOptions,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import {
  formatAddCheckpoint,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  readCosignatures,
  SIZE_TYPE,
  verifyNote,
} from '@prime-registry/tlog';
import { openCosigner } from '../../src/signing/cosigner.ts';
import { sha256 } from '../../src/signing/ed25519.ts';
import { parseKeyFile } from '../../src/signing/key-file.ts';
import { createNoteSigner } from '../../src/signing/note-signer.ts';
import { VERIFIERS } from '../../src/signing/verifiers.ts';

const ADD = '/-/witness/add-checkpoint';

/** An upstream, and a registry that is a witness of its log. */
async function startPair(t: TestContext, options: RegistryOptions = {}) {
  const log = await startRegistry();
  t.after(() => log.stop());
  const witness = await startRegistry({ isWitness: true, upstreams: [upstreamOf(log)], ...options });
  t.after(() => witness.stop());
  const [key] = parseKeyFile(await readFile(join(witness.dataFolder, 'witness.key'), 'utf8'));
  assert.ok(key !== undefined);
  return { log, witness, cosigner: openCosigner(key) };
}

function upstreamOf({ baseUrl }: TestRegistry) {
  return {
    ...{ url: baseUrl, scopes: ['*'], token: undefined, timeoutMs: 10_000, listMaxAgeMs: 60_000 },
    ...{ allowsPrivateAddresses: true, acceptsNotFoundPages: false },
  };
}

async function readHead({ anonymous }: TestRegistry): Promise<{ size: number; note: string }> {
  const { text } = await anonymous.get('/-/log/checkpoint');
  return { size: Number(text.split('\n')[1]), note: text };
}

/** Publishes a version. @returns the head then */
async function grow(log: TestRegistry, version: string): Promise<{ size: number; note: string }> {
  await log.author.mustPublish({ name: '@acme/web-style', version });
  return readHead(log);
}

/** Asks for a cosignature as the specification says. */
async function add(
  { anonymous }: TestRegistry,
  log: TestRegistry,
  oldSize: number,
  { size, note }: { readonly size: number; readonly note: string },
) {
  const hashes = await log.anonymous.get(`/-/log/consistency?from=${oldSize}&to=${size}`);
  const proof = hashes.text
    .split('\n')
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'));
  return post(anonymous, formatAddCheckpoint({ oldSize, proof, checkpoint: note }));
}

function post(actor: Actor, body: string) {
  return actor.request(ADD, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
}

test('a witness cosigns a head that extends the last one, and shows it', async (t) => {
  const { log, witness, cosigner } = await startPair(t);
  const first = await grow(log, '1.0.0');
  const answer = await add(witness, log, 0, first);
  assert.equal(answer.status, 200, answer.text);
  const { text } = parseNote(first.note);
  assert.equal(readCosignatures(VERIFIERS, text, answer.text, [cosigner.key]).length, 1);

  const second = await grow(log, '1.1.0');
  assert.equal((await add(witness, log, first.size, second)).status, 200);
  // Once more, such as after an answer that was lost.
  assert.equal((await add(witness, log, second.size, second)).status, 200);

  const digest = createHash('sha256')
    .update(text.split('\n')[0] ?? '')
    .digest('hex');
  const shown = parseNote((await witness.anonymous.get(`/-/witness/${digest}/checkpoint`)).text);
  assert.equal(parseCheckpoint(shown.text).size, second.size);
  const { vkeys } = (await log.anonymous.get('/-/log')).json;
  const keys = [cosigner.key, parseVerifierKey(sha256, vkeys[0])];
  assert.equal(verifyNote(VERIFIERS, shown, keys).length, 2);
  expectProblem(await witness.anonymous.get(`/-/witness/${'0'.repeat(64)}/checkpoint`), 'not_found');
});

test('a head that everybody can read makes no commit if it is shown again', async (t) => {
  const { log, witness, cosigner } = await startPair(t);
  const head = await grow(log, '1.0.0');
  assert.equal((await add(witness, log, 0, head)).status, 200);
  const stamp = await witness.store.changeStamp();
  for (let count = 0; count < 3; count += 1) {
    const answer = await add(witness, log, head.size, head);
    assert.equal(answer.status, 200);
    const { text } = parseNote(head.note);
    assert.equal(readCosignatures(VERIFIERS, text, answer.text, [cosigner.key]).length, 1);
  }
  assert.equal(await witness.store.changeStamp(), stamp);
});

test('a proof from another size than the last cosigned one is a 409 with that size', async (t) => {
  const { log, witness } = await startPair(t);
  const first = await grow(log, '1.0.0');
  const second = await grow(log, '1.1.0');
  assert.equal((await add(witness, log, 0, first)).status, 200);
  for (const oldSize of [0, first.size - 1, second.size]) {
    const { status, text, headers } = await add(witness, log, oldSize, second);
    assert.deepEqual([status, text, headers.get('content-type')], [409, `${first.size}\n`, SIZE_TYPE]);
  }
});

test('of requests from the same size at the same time, one is cosigned', async (t) => {
  const { log, witness } = await startPair(t);
  const heads = [];
  for (let minor = 0; minor < 6; minor += 1) heads.push(await grow(log, `1.${minor}.0`));
  assert.equal((await add(witness, log, 0, heads[0] ?? { size: 0, note: '' })).status, 200);
  const from = heads[0]?.size ?? 0;
  const answers = await Promise.all(heads.slice(1).map((head) => add(witness, log, from, head)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409, 409, 409]);
});

test('what contradicts the last cosigned head is refused: a fork, and a proof that proves nothing', async (t) => {
  const { log, witness } = await startPair(t);
  const first = await grow(log, '1.0.0');
  assert.equal((await add(witness, log, 0, first)).status, 200);
  const second = await grow(log, '1.1.0');
  const body = formatAddCheckpoint({ oldSize: first.size, proof: [sha256()], checkpoint: second.note });
  expectProblem(await post(witness.anonymous, body), 'head_contradicts');
  // The log signs another tree.
  const keys = parseKeyFile(await readFile(join(log.dataFolder, 'log.key'), 'utf8'));
  const { origin } = (await log.anonymous.get('/-/log')).json;
  const signer = createNoteSigner(origin, keys, Date.now);
  const fork = { size: first.size, note: signer.sign(first.size, sha256()) };
  const sameSize = await add(witness, log, first.size, fork);
  assert.deepEqual([sameSize.status, sameSize.text], [409, `${first.size}\n`]);
  const larger = { size: second.size, note: signer.sign(second.size, sha256()) };
  expectProblem(await add(witness, log, first.size, larger), 'head_contradicts');
  assert.equal((await add(witness, log, first.size, second)).status, 200);
});

test('a head whose signature a stranger has repeated does not keep the witness from the next one', async (t) => {
  const { log, witness } = await startPair(t);
  const first = await grow(log, '1.0.0');
  const [signature = ''] = first.note.split('\n').slice(-2);
  // As many as a note may have.
  const repeated = { size: first.size, note: first.note + `${signature}\n`.repeat(99) };
  assert.equal((await add(witness, log, 0, repeated)).status, 200);
  const second = await grow(log, '1.1.0');
  const { status, text } = await add(witness, log, first.size, second);
  assert.equal(status, 200, text);
});

test('what an earlier version stored with too many signatures is read, and replaced with the next head', async (t) => {
  const { log, witness } = await startPair(t);
  const first = await grow(log, '1.0.0');
  await add(witness, log, 0, first);
  const [known] = await witness.store.listWitnessedLogs();
  const { origin = '', note = '' } = known ?? {};
  const [signature = ''] = note.split('\n').slice(-2);
  const stored = { size: first.size, note: note + `${signature}\n`.repeat(100), atMs: 1 };
  assert.ok(await witness.store.advanceWitnessedLog(origin, first.size, stored));
  const second = await grow(log, '1.1.0');
  const { status, text } = await add(witness, log, first.size, second);
  assert.equal(status, 200, text);
  assert.ok(
    (await witness.store.listWitnessedLogs())[0]?.note?.startsWith(second.note.split('\n\n')[0] ?? '?'),
  );
});

test('requests that are wrong get a clear answer, and change nothing', async (t) => {
  const { log, witness } = await startPair(t);
  const head = await grow(log, '1.0.0');
  const { origin } = (await log.anonymous.get('/-/log')).json;
  const stranger = [{ name: 'x', seed: new Uint8Array(32).fill(7), untilMs: undefined }];
  const unsigned = createNoteSigner(origin, stranger, Date.now).sign(3, sha256());
  const unknown = createNoteSigner('other.example', stranger, Date.now).sign(3, sha256());
  const { detail } = expectProblem(await post(witness.anonymous, `old 0\n\n${unknown}`), 'not_found');
  assert.match(detail, /is no witness of the log 'other\.example'/);
  expectProblem(await post(witness.anonymous, `old 0\n\n${unsigned}`), 'head_not_signed');
  expectProblem(await post(witness.anonymous, `old ${head.size + 1}\n\n${head.note}`), 'invalid_request');
  for (const body of ['', 'old 0', 'old x\n\n', 'old 0\n\nno note', `old 0\n\na\n\n\u2014 a AAAAAAA=\n`])
    expectProblem(await post(witness.anonymous, body), 'invalid_request');
  expectProblem(await post(witness.anonymous, 'x'.repeat(70_000)), 'body_too_large');
  assert.equal((await add(witness, log, 0, head)).status, 200);
});

test('a registry is no witness unless it is switched on, nor while its own log is halted', async (t) => {
  const { log, witness } = await startPair(t);
  const head = await grow(log, '1.0.0');
  expectProblem(await add(log, log, 0, head), 'not_found');
  expectProblem(await log.anonymous.get(`/-/witness/${'0'.repeat(64)}/checkpoint`), 'not_found');
  await assert.rejects(stat(join(log.dataFolder, 'witness.key')), { code: 'ENOENT' });
  await witness.store.haltLog('its database is older than what it has signed');
  expectProblem(await add(witness, log, 0, head), 'log_halted');
});

test('the answer to a head of any other log is short and printable, whatever it is called', async (t) => {
  const { witness } = await startPair(t);
  const origin = `${'\u009b31m\u202e'}${'x'.repeat(60_000)}`;
  const note = `${origin}\n1\n${Buffer.alloc(32).toString('base64')}\n\n\u2014 x AAAAAAA=\n`;
  const { detail } = expectProblem(await post(witness.anonymous, `old 0\n\n${note}`), 'not_found');
  assert.ok(String(detail).length < 500, String(detail).slice(0, 100));
  assert.doesNotMatch(String(detail), /[\u0080-\u009f\u202e]/);
});

test('an upstream cannot take the name of the log of another one', async (t) => {
  const log = await startRegistry();
  t.after(() => log.stop());
  const witness = await startRegistry({ isWitness: true, upstreams: [upstreamOf(log)] });
  t.after(() => witness.stop());
  const head = await grow(log, '1.0.0');
  const { origin } = (await log.anonymous.get('/-/log')).json;
  await witness.store.keepWitnessedLog({ origin, url: 'https://first.example', vkeys: [] }, 1);
  expectProblem(await add(witness, log, 0, head), 'not_found');
  assert.ok(witness.log.some((line) => line.includes('which cannot be kept for it')));
});

test('two registries that mirror each other witness each other', async (t) => {
  // Each needs the address and the key of the other one: the first starts once to make its key.
  const { log: one, witness: two, cosigner } = await startPair(t, { witnessIntervalMs: 50 });
  const { startServer } = await import('../http/response-cache/observed-server.ts');
  const settings = {
    dataFolder: one.dataFolder,
    isWitness: true,
    upstreams: [upstreamOf(two)],
    witnessIntervalMs: 50,
  };
  const server = await startServer({
    ...settings,
    witnesses: [
      {
        ...{ url: `${two.baseUrl}/-/witness`, vkey: cosigner.vkey },
        allowsPrivateAddresses: true,
      },
    ],
  });
  t.after(() => server.close());
  const [key] = parseKeyFile(await readFile(join(one.dataFolder, 'witness.key'), 'utf8'));
  assert.ok(key !== undefined);
  const other = openCosigner(key);
  const back = await startServer({
    dataFolder: two.dataFolder,
    ...{
      isWitness: true,
      upstreams: [upstreamOf({ ...one, baseUrl: server.baseUrl })],
      witnessIntervalMs: 50,
    },
    witnesses: [
      {
        ...{ url: `${server.baseUrl}/-/witness`, vkey: other.vkey },
        allowsPrivateAddresses: true,
      },
    ],
  });
  t.after(() => back.close());
  await server.admin.mustPublish({ name: '@acme/one', version: '1.0.0' });
  await back.admin.mustPublish({ name: '@other/two', version: '1.0.0' });
  for (const [registry, by] of [
    [server, cosigner],
    [back, other],
  ] as const) {
    await eventually(async () => {
      const note = parseNote((await registry.anonymous.get('/-/log/checkpoint')).text);
      assert.deepEqual(
        verifyNote(VERIFIERS, note, [by.key]).map(({ key: { name } }) => name),
        [by.key.name],
      );
    });
  }
});
