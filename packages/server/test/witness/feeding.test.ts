// A registry that has its log cosigned by witnesses.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually, expectProblem, type RegistryOptions, startRegistry } from '@prime-registry/testkit';
import {
  cosign,
  formatCheckpoint,
  formatCosignatures,
  parseAddCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyNote,
} from '@prime-registry/tlog';
import { sha256 } from '../../src/signing/ed25519.ts';
import { parseKeyFile } from '../../src/signing/key-file.ts';
import { createNoteSigner } from '../../src/signing/note-signer.ts';
import { VERIFIERS } from '../../src/signing/verifiers.ts';
import { startServer } from '../http/response-cache/observed-server.ts';
import { type FakeWitness, makeCosigner, startWitness } from './fake-witness.ts';

const CHECKPOINT = '/-/log/checkpoint';

/** A registry with witnesses. */
async function startWitnessed(
  t: TestContext,
  witnesses: readonly FakeWitness[],
  options: RegistryOptions = {},
) {
  const registry = await startRegistry({
    witnesses: witnesses.map(({ settings }) => settings),
    witnessIntervalMs: 50,
    ...options,
  });
  t.after(() => registry.stop());
  const { anonymous, author } = registry;
  const readCosigners = async (path = CHECKPOINT): Promise<{ size: number; cosigners: string[] }> => {
    const { status, text } = await anonymous.get(path);
    assert.equal(status, 200, text);
    const note = parseNote(text);
    // Each signature that is there must be good.
    const keys = witnesses.map(({ cosigner }) => cosigner.key);
    const own = note.signatures.filter(({ keyId }) => keys.some((key) => key.keyId === keyId));
    const good = own.length === 0 ? [] : verifyNote(VERIFIERS, { ...note, signatures: own }, keys);
    return { size: Number(note.text.split('\n')[1]), cosigners: good.map(({ key }) => key.name).sort() };
  };
  return {
    ...registry,
    readCosigners,
    publish: async (version: string): Promise<number> =>
      (await author.publish({ name: '@acme/web-style', version })).json.log.size,
    /** Waits until the newest head has cosignatures of all of them. */
    untilCosigned: (size: number, names: readonly string[]) =>
      eventually(async () => assert.deepEqual(await readCosigners(), { size, cosigners: [...names] })),
    untilProblem: (pattern: RegExp) =>
      eventually(async () => {
        const [progress] = await registry.store.listWitnesses();
        assert.match(progress?.problem ?? '', pattern);
      }),
  };
}

test('the newest head gets the cosignatures of all witnesses, and the log shows who they are', async (t) => {
  const [one, two] = [await startWitness(t, 'one.example'), await startWitness(t, 'two.example')];
  const registry = await startWitnessed(t, [one, two]);
  const first = await registry.publish('1.0.0');
  await registry.untilCosigned(first, ['one.example', 'two.example']);
  const second = await registry.publish('1.1.0');
  await registry.untilCosigned(second, ['one.example', 'two.example']);

  const { witnesses, policy } = (await registry.anonymous.get('/-/log')).json;
  assert.deepEqual(
    witnesses.map(({ name, vkey, size }: { name: string; vkey: string; size: number }) => [name, vkey, size]),
    [one, two].map(({ cosigner }) => [cosigner.key.name, cosigner.vkey, second]),
  );
  assert.match(policy, /^witness one\.example one\.example\+\w{8}\+\S+\nwitness two\.example /m);
  const page = await registry.anonymous.get('/-/log', { accept: 'text/html' });
  assert.match(page.text, /one\.example<\/dt><dd>cosigned \d+ entries on \d{4}-/);
  const metrics = await registry.anonymous.get('/-/metrics');
  assert.match(metrics.text, /^prime_registry_log_witness_behind_entries\{witness="one.example"\} 0$/m);
  assert.match(
    metrics.text,
    /^prime_registry_log_witness_requests_total\{witness="two.example",outcome="cosigned"\} \d+$/m,
  );
});

test('earlier heads and proofs for them keep their cosignatures', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const registry = await startWitnessed(t, [witness]);
  const first = await registry.publish('1.0.0');
  const path = `/-/primes/@acme/web-style/1.0.0/proof?size=${first}`;
  // Asked for before it is cosigned: what is kept of the answer must not hide the cosignature.
  await registry.anonymous.get(path);
  await registry.untilCosigned(first, ['one.example']);
  assert.match((await registry.anonymous.get(path)).text, /^\u2014 one\.example /m);
  witness.answer = (_body, response) => response.writeHead(500).end();
  const second = await registry.publish('1.1.0');
  assert.deepEqual(await registry.readCosigners(), { size: second, cosigners: [] });
  assert.deepEqual(await registry.readCosigners(`${CHECKPOINT}?size=${first}`), {
    size: first,
    cosigners: ['one.example'],
  });
  expectProblem(await registry.anonymous.get(`${CHECKPOINT}?size=${second + 1}`), 'invalid_query');
  expectProblem(await registry.anonymous.get(`${CHECKPOINT}?size=-1`), 'invalid_query');
});

test('cosignatures outlast a restart without the witness', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const registry = await startWitnessed(t, [witness]);
  const size = await registry.publish('1.0.0');
  await registry.untilCosigned(size, ['one.example']);
  witness.answer = (_body, response) => response.writeHead(500).end();
  const other = await startServer({ dataFolder: registry.dataFolder, witnesses: [witness.settings] });
  t.after(() => other.close());
  assert.match((await other.anonymous.get(CHECKPOINT)).text, /^\u2014 one\.example /m);
});

test('a witness that knows another size is asked once more, with the proof from there', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const registry = await startWitnessed(t, [witness]);
  await registry.untilCosigned(await registry.publish('1.0.0'), ['one.example']);
  const before = witness.head;
  await registry.untilCosigned(await registry.publish('1.1.0'), ['one.example']);
  witness.head = before;
  await registry.untilCosigned(await registry.publish('1.2.0'), ['one.example']);
  assert.match(witness.requests.at(-1) ?? '', new RegExp(`^old ${before.size}\n`));
});

test('a witness that refuses does not hold up publishes, and is a line in the log once', async (t) => {
  const witness = await startWitness(t, 'one.example');
  witness.answer = (_body, response) => response.writeHead(404).end();
  const registry = await startWitnessed(t, [witness], { witnessIntervalMs: 1 });
  await registry.publish('1.0.0');
  await registry.untilProblem(/^it does not know this log \(404\): its operator has to configure it/);
  await eventually(() => assert.ok(witness.requests.length >= 3));
  assert.equal(registry.log.filter((line) => line.includes('does not cosign the log')).length, 1);
  witness.answer = undefined;
  await registry.untilCosigned(await registry.publish('1.1.0'), ['one.example']);
  const [progress] = await registry.store.listWitnesses();
  assert.deepEqual([progress?.failures, progress?.problem], [0, undefined]);
});

test('what a witness answers is believed only if its key has signed this head', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const registry = await startWitnessed(t, [witness], { witnessIntervalMs: 1 });
  const forged = cosign(
    makeCosigner('one.example'),
    formatCheckpoint({ origin: 'a', size: 1, root: sha256() }),
    1,
  );
  const other = formatCosignatures([{ ...forged, keyId: witness.cosigner.key.keyId }]);
  const answers: readonly (readonly [text: string, problem: RegExp])[] = [
    [other, /^its cosignature is not good: the signature of one.example does not fit/],
    [formatCosignatures([forged]), /^its cosignature is not good: no known key has signed/],
    ['', /^its cosignature is not good/],
    ['x'.repeat(100_000), /^its answer is malformed: it is longer than 65536 bytes/],
  ];
  for (const [index, [text, problem]] of answers.entries()) {
    witness.answer = (_body, response) => response.end(text);
    await registry.publish(`1.${index}.0`);
    await registry.untilProblem(problem);
    assert.deepEqual((await registry.readCosigners()).cosigners, []);
  }
});

test('a witness that answers with a hundred cosignatures makes no head unreadable', async (t) => {
  const [one, two] = [await startWitness(t, 'one.example'), await startWitness(t, 'two.example')];
  for (const witness of [one, two])
    witness.answer = (body, response) => {
      const { text } = parseNote(parseAddCheckpoint(body).checkpoint);
      const times = Array.from({ length: 100 }, (_, index) => 1_700_000_000 + index);
      response.end(formatCosignatures(times.map((time) => cosign(witness.cosigner, text, time))));
    };
  const registry = await startWitnessed(t, [one, two]);
  const size = await registry.publish('1.0.0');
  await registry.untilCosigned(size, ['one.example', 'two.example']);
});

test('a witness cannot halt a log that is right, whatever it answers', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const registry = await startWitnessed(t, [witness], { witnessIntervalMs: 1 });
  const size = await registry.publish('1.0.0');
  await registry.untilCosigned(size, ['one.example']);
  const fake = createNoteSigner(
    await originOf(registry),
    [{ name: 'x', seed: new Uint8Array(32).fill(7), untilMs: undefined }],
    Date.now,
  ).sign(9999, sha256());
  const answers: readonly (readonly [
    status: number,
    body: string,
    shown: string | undefined,
    problem: RegExp,
  ])[] = [
    [422, '', undefined, /contradicts the last head .*\(422\); it does not show that head/],
    [
      422,
      '',
      `${await originOf(registry)}\nno note`,
      /\(422\); the head that it shows does not contradict the log, or no key of the log/,
    ],
    [409, '99999\n', fake, /cosigned 99999 entries, and the log has \d+ \(409\); the head that it shows/],
    [409, `${size}\n`, undefined, /\(409\); it does not show that head/],
  ];
  for (const [index, [status, body, shown, problem]] of answers.entries()) {
    witness.shown = shown;
    witness.answer = (_request, response) => response.writeHead(status).end(body);
    await registry.publish(`1.${index + 1}.0`);
    await registry.untilProblem(problem);
  }
  assert.equal((await registry.store.readLogHead()).halted, undefined);
});

test('a witness that shows a head which the log has signed, and does not extend, halts it', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const registry = await startWitnessed(t, [witness], { witnessIntervalMs: 1 });
  const size = await registry.publish('1.0.0');
  await registry.untilCosigned(size, ['one.example']);
  const keys = parseKeyFile(await readFile(join(registry.dataFolder, 'log.key'), 'utf8'));
  witness.shown = createNoteSigner(await originOf(registry), keys, Date.now).sign(size + 10, sha256());
  witness.answer = (_body, response) => response.writeHead(409).end(`${size + 10}\n`);
  await registry.publish('1.1.0');
  await registry.untilProblem(
    /^it says that it has cosigned \d+ entries.*and it shows a head that this log has signed$/,
  );
  assert.match(
    (await registry.store.readLogHead()).halted ?? '',
    /^the database has \d+ of its entries, and \d+ were/,
  );
  expectProblem(await registry.author.publish({ name: '@acme/web-style', version: '1.2.0' }), 'log_halted');
});

test('a data folder that was put back whole, with its mark, is found at the start', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const dataFolder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  t.after(() => rm(dataFolder, { recursive: true, force: true }));
  const older = `${dataFolder}-older`;
  t.after(() => rm(older, { recursive: true, force: true }));
  const settings = { witnesses: [witness.settings], witnessIntervalMs: 1 };
  const before = await startServer({ dataFolder, ...settings });
  await before.admin.mustPublish({ version: '1.0.0' });
  await before.close();
  await cp(dataFolder, older, { recursive: true });

  const later = await startServer({ dataFolder, ...settings });
  await later.admin.mustPublish({ version: '1.1.0' });
  const { size } = (await later.store.readLogHead()).edge;
  await eventually(() => assert.equal(witness.head.size, size));
  await later.close();

  const restored = await startServer({ dataFolder: older, ...settings });
  t.after(() => restored.close());
  await eventually(async () => {
    const { halted } = await restored.store.readLogHead();
    assert.match(
      halted ?? '',
      /^the database has \d+ of its entries, and \d+ were signed: the database is older/,
    );
  });
  expectProblem(await restored.admin.publish({ version: '1.1.0' }), 'log_halted');
});

test('a key whose id is not that of the key stops the start', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const { vkey, ...settings } = witness.settings;
  const wrong = { ...settings, vkey: vkey.replace('one.example', 'two.example') };
  await assert.rejects(
    startRegistry({ witnesses: [wrong] }),
    /^SettingError: witnesses: the vkey of .* has the key id/,
  );
});

test('requests to private addresses need the permission of this witness', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const settings = { ...witness.settings, allowsPrivateAddresses: false };
  const registry = await startWitnessed(t, [], { witnesses: [settings] });
  await registry.publish('1.0.0');
  await registry.untilProblem(/private address; set allow-private-addresses for this witness to allow it/);
  assert.deepEqual(witness.requests, []);
});

async function originOf({ anonymous }: Awaited<ReturnType<typeof startRegistry>>): Promise<string> {
  const { origin, vkeys } = (await anonymous.get('/-/log')).json;
  assert.equal(parseVerifierKey(sha256, vkeys[0]).name, origin);
  return origin;
}

test('of several servers on the same data, one asks for each head', async (t) => {
  const witness = await startWitness(t, 'one.example');
  const registry = await startWitnessed(t, [witness]);
  const { dataFolder } = registry;
  const others = [];
  for (let count = 0; count < 2; count += 1) {
    const other = await startServer({
      ...{ dataFolder, witnesses: [witness.settings], witnessIntervalMs: 50 },
    });
    t.after(() => other.close());
    others.push(other);
  }
  await registry.untilCosigned(await registry.publish('1.0.0'), ['one.example']);
  // Each process asks once after its start.
  await eventually(async () => assert.ok(witness.requests.length >= 3));
  for (const version of ['1.1.0', '1.2.0', '1.3.0'])
    await registry.untilCosigned(await registry.publish(version), ['one.example']);
  const asked = witness.requests.map((body) => body.split('\n\n')[1]?.split('\n')[1]).slice(-3);
  assert.deepEqual(new Set(asked).size, 3, witness.requests.join('\n'));
});

test('a witness that never answers holds up nobody else', async (t) => {
  const [good, silent] = [await startWitness(t, 'good.example'), await startWitness(t, 'silent.example')];
  silent.answer = () => undefined;
  const registry = await startWitnessed(t, [good, silent]);
  await registry.untilCosigned(await registry.publish('1.0.0'), ['good.example']);
  await eventually(async () => {
    const known = await registry.store.listWitnesses();
    const { problem } = known.find(({ vkey }) => vkey === silent.cosigner.vkey) ?? {};
    assert.equal(problem, 'it did not answer within 5 s');
  });
});
