// The list of files before the first publish of a Prime, and the question at a terminal.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  createPrimeUser,
  eventually,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { runPrime } from '../../src/run-prime.ts';
import { makeStreams } from '../fake-streams.ts';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
});
after(() => registry.stop());
beforeEach(async () => {
  user = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
});
afterEach(() => user.remove());

const writePrime = (name: string, version = '1.0.0') =>
  writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name, version }) });

/** Publishes at a terminal, and answers the question with these keys. */
async function publishAtTerminal(keys: string, ...args: string[]) {
  const streams = makeStreams({ columns: 100 });
  const host = { ...streams, env: user.environment, cwd: () => user.project };
  const running = runPrime(['publish', ...args], host);
  await eventually(() => assert.match(streams.stderrText(), /Publish \d+ files\?/));
  streams.type(keys);
  return { code: await running, stderr: streams.stderrText() };
}

const statusOf = async (name: string) => (await registry.anonymous.get(`/pack/${name}/1.0.0`)).status;

describe('the first publish of a Prime', () => {
  it('lists its files without a terminal, and later ones do not', async () => {
    await writePrime('@acme/listed');
    await writeFiles(user.project, { 'customers.csv': 'Ada' });
    const first = await user.prime(['publish']);
    assert.equal(first.code, 0);
    assert.match(
      first.stderr,
      /^First publish of @acme\/listed to http\S+, with these files:\n {2}12 B +README\.md\n {2}3 B +customers\.csv\n/,
    );
    await writePrime('@acme/listed', '1.0.1');
    const second = await user.prime(['publish']);
    assert.deepEqual([second.code, second.stderr], [0, '']);
  });

  it('publishes nothing at a terminal without a yes', async () => {
    await writePrime('@acme/asked');
    for (const keys of ['n', '\r']) {
      const { code, stderr } = await publishAtTerminal(keys);
      assert.equal(code, 1);
      assert.match(stderr, /@acme\/asked is not published: it was not confirmed/);
    }
    assert.equal((await publishAtTerminal('\u0003')).code, 130);
    assert.equal(await statusOf('@acme/asked'), 404);
    const { code, stderr } = await publishAtTerminal('y');
    assert.equal(code, 0);
    assert.match(stderr, /Publish 3 files\? A published version cannot be changed\./);
    assert.equal(await statusOf('@acme/asked'), 200);
  });

  it('does not list thousands of files', async () => {
    await writePrime('@acme/many');
    await writeFiles(
      user.project,
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`docs/${index}.md`, 'x'])),
    );
    const { stderr } = await user.prime(['publish']);
    assert.match(stderr, /\n {2}and 53 more files: 'prime pack --dry-run' lists them\n/);
    const listed = stderr.split('\n').filter((line) => line.startsWith('  '));
    assert.equal(listed.length, 101, 'a hundred files, and how many more there are');
  });

  it('is unknown to a token that may not read, which can publish nevertheless', async () => {
    const closed = await startRegistry({ isPrivate: true });
    await writePrime('@acme/closed');
    const { code, stderr } = await user.prime(['publish'], {
      environment: { PRIME_REGISTRY: closed.baseUrl, PRIME_REGISTRY_TOKEN: closed.author.token ?? '' },
    });
    await closed.stop();
    assert.deepEqual([code, stderr], [0, '']);
  });
});
