// Any request gets an answer, and never a 5xx.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ProblemSchema } from '@prime-registry/protocol';
import { RawClient, startRegistry } from '@prime-registry/testkit';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { Check } from 'typebox/schema';

const registry = await startRegistry();
after(() => registry.stop());
await registry.author.mustPublish({ version: '1.0.0-rc.1' });

// From valid to hostile: nearly valid paths find more than noise.
const pieces = fc.oneof(
  fc.constantFrom(
    ...['pack', 'publish', 'search', 'tarball', '-', 'primes', 'pack.yaml', 'health', 'live', 'api'],
  ),
  fc.constantFrom(
    ...['@acme', '%40acme', 'web-style', '%40acme%2Fweb-style', '1.0.0-rc.1', '1.0.0', '@', '..', '.'],
  ),
  fc.constantFrom(
    ...['%00', '%2f', '%', '%ff', '%F0%9F%A6%84', '?', '?q=web', '?yanked=include', '&limit=', '#', '*'],
  ),
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 8,
  }),
  fc.string({
    unit: fc.integer({ min: 1, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 3,
  }),
);
const targets = fc.oneof(
  fc.array(pieces, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('')),
  pieces.map((piece) => `/pack/%40acme%2Fweb-style/1.0.0-rc.1/tarball${piece}`),
);

const values = fc.oneof(
  fc.constantFrom(
    '*',
    '',
    '"',
    'W/"',
    'bytes=0-',
    'bytes=-',
    'bytes=9-1',
    'bytes=0-0,2-2',
    'gzip',
    '0',
    '1.0',
  ),
  fc.string({ unit: fc.constantFrom(...'"W/*,;= -0123456789bytes\t\xff'), maxLength: 30 }),
);
const headers = fc.dictionary(
  fc.constantFrom(
    ...['Range', 'If-Range', 'If-None-Match', 'If-Match', 'If-Modified-Since', 'Accept', 'Accept-Encoding'],
    ...[
      'Accept-Version',
      'Authorization',
      'Origin',
      'X-Request-Id',
      'X-Forwarded-For',
      'Cookie',
      'TE',
      'Content-Type',
    ],
  ),
  values,
  { maxKeys: 4 },
);
const methods = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE');

test('any request is answered, and never with a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(methods, targets, headers, async (method, target, given) => {
      fc.pre(!/[\r\n]/.test(target));
      const client = await RawClient.connect(registry.baseUrl);
      const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `${method} ${target} HTTP/1.1\r\nHost: registry\r\nConnection: close\r\n${lines.join('')}\r\n`;
      await client.send(Buffer.from(head, 'latin1'));
      const answer = await client.readToEnd();
      const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) /.exec(answer)?.[1]);
      assert.ok(status >= 200 && status < 500, answer);
      const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
      const hasNoBody = method === 'HEAD' && body === '';
      if (status >= 400 && !hasNoBody) assert.ok(Check(ProblemSchema, JSON.parse(body)), answer);
    }),
    COSTLY,
  );
  const failures = registry.log.filter((line) => JSON.parse(line).level >= 40);
  assert.deepEqual(failures, []);
});
