// The client with a real registry: every method, and the registry's refusals.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { buildTarball, manifestText, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import {
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthenticated,
  MemoryResponseCache,
  RegistryClient,
  type RegistryClientOptions,
} from '../src/index.ts';
import { failureOf, readAll } from './test-client.ts';
import { sha256Of } from './wire-answers.ts';

const NAME = '@acme/big';
// Random bytes, so that compression does not make it small.
const TARBALL = buildTarball({ 'README.md': 'big\n', 'data.bin': randomBytes(5 * 1024 ** 2) });
const SHA256 = sha256Of(TARBALL);

let registry: TestRegistry;
before(async () => {
  registry = await startRegistry();
});
after(() => registry.stop());

function clientOf(
  who: 'anonymous' | 'author' | 'stranger',
  options: Partial<RegistryClientOptions> = {},
): RegistryClient {
  const { token } = registry[who];
  return new RegistryClient({ baseUrl: registry.baseUrl, ...(token !== undefined && { token }), ...options });
}

function primeOf(
  draft: { name?: string; version?: string },
  tarball: Buffer = buildTarball({ 'a.md': 'a\n' }),
) {
  async function* open(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < tarball.length; start += 50_000)
      yield tarball.subarray(start, start + 50_000);
  }
  return { manifest: manifestText(draft), tarball: { sizeBytes: tarball.length, open } };
}

describe('a Prime of 5 MiB', () => {
  it('is published, listed, described and downloaded unchanged', async () => {
    const client = clientOf('author');
    let sentBytes = 0;
    const { atoms, log, ...receipt } = await client.publish(
      primeOf({ name: NAME, version: '1.0.0' }, TARBALL),
      {
        onProgress: (sent) => {
          sentBytes = sent;
        },
      },
    );
    const url = `/pack/${NAME}/1.0.0/tarball`;
    assert.deepEqual(receipt, { name: NAME, version: '1.0.0', sha256: SHA256, url });
    assert.equal(atoms?.count, 0);
    assert.match(log?.proof ?? '', /^c2sp\.org\/tlog-proof@v1\n/);
    assert.equal(sentBytes, TARBALL.length);

    const reader = clientOf('anonymous');
    const list = await reader.versions(NAME);
    assert.deepEqual([list.name, list.latest], [NAME, '1.0.0']);
    assert.deepEqual(
      list.versions.map(({ version, yanked }) => [version, yanked]),
      [['1.0.0', undefined]],
    );
    const manifest = await reader.manifest(NAME, '1.0.0');
    assert.deepEqual(
      [manifest.sha256, manifest.size_bytes, manifest.yanked],
      [SHA256, TARBALL.length, false],
    );
    assert.equal(manifest.published_at, list.versions[0]?.published_at);

    const { sha256, size_bytes: sizeBytes = 0 } = manifest;
    const tarball = await reader.tarball(NAME, '1.0.0', { sha256, sizeBytes });
    assert.equal(tarball.sizeBytes, TARBALL.length);
    assert.ok((await readAll(tarball.chunks)).equals(TARBALL));
  });

  it('is resumed after a broken connection', async () => {
    const ranges: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      ranges.push(new Headers(init?.headers).get('range'));
      const response = await globalThis.fetch(input, init);
      return ranges.length === 1 ? breakAfter(response, 1_000_000) : response;
    };
    const { chunks } = await clientOf('anonymous', { fetch }).tarball(NAME, '1.0.0', { sha256: SHA256 });
    assert.ok((await readAll(chunks)).equals(TARBALL));
    assert.equal(ranges.length, 2);
    assert.match(ranges[1] ?? '', /^bytes=\d{7}-$/);
  });
});

describe('yanked versions', () => {
  it('are hidden from the list, and can still be read', async () => {
    const client = clientOf('author');
    const name = '@acme/yanked';
    for (const version of ['1.0.0', '1.1.0-beta.1']) await client.publish(primeOf({ name, version }));
    const receipt = await client.yank(name, '1.1.0-beta.1', { reason: 'it was broken' });
    assert.deepEqual([receipt.name, receipt.version, receipt.yanked], [name, '1.1.0-beta.1', true]);

    const visible = await client.versions(name);
    assert.deepEqual(
      visible.versions.map(({ version }) => version),
      ['1.0.0'],
    );
    const all = await client.versions(name, { includeYanked: true });
    assert.deepEqual(
      all.versions.map(({ version, yanked }) => [version, yanked]),
      [
        ['1.0.0', undefined],
        ['1.1.0-beta.1', true],
      ],
    );
    const manifest = await client.manifest(name, '1.1.0-beta.1');
    assert.deepEqual([manifest.yanked, manifest.yank_reason], [true, 'it was broken']);
    assert.equal(manifest.yanked_at, receipt.yanked_at);
  });

  it('cannot be stable ones', async () => {
    const error = await failureOf(clientOf('author').yank('@acme/yanked', '1.0.0'));
    assert.ok(isForbidden(error));
    assert.equal(error.code, 'stable_yank_refused');
  });
});

describe('a search', () => {
  it('finds Primes, page by page', async () => {
    const author = clientOf('author');
    for (const name of ['@acme/zebra-one', '@acme/zebra-two']) await author.publish(primeOf({ name }));
    const { results, total } = await clientOf('anonymous').search('zebra', { limit: 1, offset: 1 });
    assert.deepEqual([results.length, total], [1, 2]);
    assert.match(results[0]?.name ?? '', /^@acme\/zebra-(one|two)$/);
    assert.deepEqual(await author.search('nothing-of-the-kind & more'), { results: [], total: 0 });
  });

  it('must not be empty', async () => {
    const error = await failureOf(clientOf('anonymous').search(' '));
    assert.ok(isInvalid(error));
    assert.deepEqual([error.code, error.errors[0]?.field], ['invalid_query', 'q']);
  });
});

describe('an unchanged response', () => {
  it('is not sent again', async () => {
    const statuses: (number | undefined)[] = [];
    const author = clientOf('author', {
      cache: new MemoryResponseCache(),
      onExchange: ({ status }) => void statuses.push(status),
    });
    const name = '@acme/cached';
    await author.publish(primeOf({ name, version: '1.0.0' }));
    const first = await author.versions(name);
    assert.deepEqual(await author.versions(name), first);
    assert.deepEqual(await author.manifest(name, '1.0.0'), await author.manifest(name, '1.0.0'));
    await author.publish(primeOf({ name, version: '1.1.0' }));
    assert.equal((await author.versions(name)).latest, '1.1.0');
    assert.deepEqual(statuses, [201, 200, 304, 200, 304, 201, 200]);
  });
});

describe('the registry refuses', () => {
  const draft = primeOf({ name: '@acme/refused', version: '1.0.0' });

  it('a publish of any size without a token, or with an unknown one', async () => {
    const big = primeOf({ name: '@acme/refused' }, TARBALL);
    for (const options of [{}, { token: 'pri_nobody' }]) {
      const error = await failureOf(clientOf('anonymous', options).publish(big));
      assert.ok(isUnauthenticated(error));
      assert.equal(error.code, 'unauthenticated');
      assert.match(error.requestId ?? '', /^[A-Za-z0-9._-]+$/);
    }
  });

  it('a publish into the scope of others', async () => {
    assert.ok(isForbidden(await failureOf(clientOf('stranger').publish(draft))));
  });

  it('a second publish, even of the same content', async () => {
    await clientOf('author').publish(draft);
    const error = await failureOf(clientOf('author').publish(draft));
    assert.ok(isConflict(error));
    assert.match(error.message, /^http:\/\/127\.0\.0\.1:\d+: 409 The version is already published\. ./);
  });

  it('an invalid manifest, field by field', async () => {
    const error = await failureOf(clientOf('author').publish({ ...draft, manifest: 'name: "@acme"\n' }));
    assert.ok(isInvalid(error));
    const fields = error.errors.map(({ field }) => field);
    for (const field of ['name', 'version', 'description', 'license', 'prime-version']) {
      assert.ok(fields.includes(field), `${field} is not among ${fields}`);
    }
  });

  it('an unknown Prime', async () => {
    const reader = clientOf('anonymous');
    const sha256 = SHA256;
    const codes: (string | undefined)[] = [];
    for (const promise of [
      reader.versions('@acme/nothing'),
      reader.manifest('@acme/nothing', '1.0.0'),
      reader.manifest('@acme/refused', '9.0.0'),
      reader.tarball('@acme/refused', '9.0.0', { sha256 }),
    ]) {
      const error = await failureOf(promise);
      assert.ok(isNotFound(error));
      codes.push(error.code);
    }
    assert.deepEqual(codes, ['prime_not_found', 'prime_not_found', 'version_not_found', 'version_not_found']);
  });
});

/** The same response, whose body fails after some bytes. */
function breakAfter(response: Response, sizeBytes: number): Response {
  let left = sizeBytes;
  const breaker = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (left <= 0) controller.error(new TypeError('terminated'));
      else controller.enqueue(chunk);
      left -= chunk.length;
    },
  });
  return new Response(response.body?.pipeThrough(breaker) ?? null, response);
}
