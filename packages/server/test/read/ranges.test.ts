// Single ranges of a tarball (RFC 9110, section 14), to resume downloads.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { buildTarball, expectProblem, startRegistry } from '@prime-registry/testkit';
import { COSTLY, fc } from '@prime-registry/testkit/properties';

const registry = await startRegistry();
after(() => registry.stop());

const tarball = buildTarball({
  'data.bin': Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 251)),
});
const size = tarball.length;
await registry.author.mustPublish({ tarball });

const PATH = '/pack/@acme/web-style/1.0.0/tarball';
const ETAG = `"sha256-${createHash('sha256').update(tarball).digest('hex')}"`;

describe('a satisfiable range: 206', () => {
  const cases: [range: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-199', 100, 199],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ['bytes=100-', 100, size - 1],
    ['bytes=0-', 0, size - 1],
    [`bytes=0-${size - 1}`, 0, size - 1],
    [`bytes=10-${size + 1000}`, 10, size - 1],
    ['bytes=-1', size - 1, size - 1],
    ['bytes=-100', size - 100, size - 1],
    [`bytes=-${size + 100}`, 0, size - 1],
    ['BYTES=1-2', 1, 2],
    ['bytes= 1-2 ', 1, 2],
  ];
  for (const [range, start, end] of cases) {
    test(range.replaceAll(String(size), 'size'), async () => {
      const { status, headers, bytes } = await registry.anonymous.get(PATH, { range });
      assert.equal(status, 206);
      assert.equal(headers.get('content-range'), `bytes ${start}-${end}/${size}`);
      assert.equal(headers.get('content-length'), String(end - start + 1));
      assert.ok(bytes.equals(tarball.subarray(start, end + 1)));
    });
  }

  test('with the headers of the whole', async () => {
    const whole = (await registry.anonymous.get(PATH)).headers;
    const part = (await registry.anonymous.get(PATH, { range: 'bytes=0-9' })).headers;
    const same = [
      'etag',
      'cache-control',
      'repr-digest',
      'content-disposition',
      'accept-ranges',
      'content-type',
    ];
    for (const name of same) assert.equal(part.get(name), whole.get(name), name);
    assert.equal(part.has('content-encoding'), false);
  });
});

describe('a range behind the end: 416', () => {
  for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=99999999999-', 'bytes=-0']) {
    test(range.replaceAll(String(size), 'size'), async () => {
      const answer = await registry.anonymous.get(PATH, { range });
      const { detail } = expectProblem(answer, 'range_not_satisfiable');
      assert.match(detail, new RegExp(`${size} bytes`));
      assert.equal(answer.headers.get('content-range'), `bytes */${size}`);
      for (const name of ['etag', 'accept-ranges', 'content-disposition', 'repr-digest'])
        assert.equal(answer.headers.has(name), false, `${name} belongs to the tarball, not to the problem`);
    });
  }
});

describe('any other Range is ignored: 200, whole', () => {
  const ranges = [
    ...[
      'bytes=0-1,3-4',
      'bytes=0-0,-1',
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=1',
      'bytes=5-2',
      'bytes=0x1-2',
    ],
    ...[
      'bytes=1.5-2',
      'bytes=--5',
      'bytes=1--5',
      'bytes 0-1',
      'items=0-1',
      '0-1',
      'bytes=0-1;x',
      'bytes=+1-2',
      '',
    ],
    `bytes=${'9'.repeat(400)}-`,
  ];
  for (const range of ranges) {
    test(`'${range.slice(0, 40)}'`, async () => {
      const { status, headers, bytes } = await registry.anonymous.get(PATH, { range });
      assert.equal(status, 200);
      assert.equal(headers.has('content-range'), false);
      assert.ok(bytes.equals(tarball));
    });
  }

  test('on HEAD, for which ranges are not defined', async () => {
    for (const range of ['bytes=0-9', `bytes=${size}-`]) {
      const { status, headers } = await registry.anonymous.request(PATH, {
        method: 'HEAD',
        headers: { range },
      });
      assert.equal(status, 200);
      assert.equal(headers.get('content-length'), String(size));
      assert.equal(headers.has('content-range'), false);
    }
  });
});

describe('If-Range (RFC 9110, section 13.1.5)', () => {
  const cases: [title: string, ifRange: string, status: number][] = [
    ['the tag: the range', ETAG, 206],
    ['the tag, weak: the whole', `W/${ETAG}`, 200],
    ['another tag: the whole', '"sha256-0000"', 200],
    ['a list: the whole', `${ETAG}, "x"`, 200],
    ['an asterisk: the whole', '*', 200],
    ['a date: the whole, because there is no date to compare', new Date().toUTCString(), 200],
  ];
  for (const [title, ifRange, status] of cases) {
    test(title, async () => {
      const headers = { range: 'bytes=10-19', 'if-range': ifRange };
      const answer = await registry.anonymous.get(PATH, headers);
      assert.equal(answer.status, status);
      assert.ok(answer.bytes.equals(status === 206 ? tarball.subarray(10, 20) : tarball));
    });
  }

  test('another tag with a range behind the end: the whole', async () => {
    const headers = { range: `bytes=${size}-`, 'if-range': '"sha256-0000"' };
    assert.equal((await registry.anonymous.get(PATH, headers)).status, 200);
  });
});

test('ranges, cut anywhere, add up to the whole', async () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: size - 1 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cuts, async (unsorted) => {
      const starts = [0, ...unsorted.sort((a, b) => a - b)];
      const parts = await Promise.all(
        starts.map(async (start, index) => {
          const range = `bytes=${start}-${(starts[index + 1] ?? size) - 1}`;
          const { status, bytes } = await registry.anonymous.get(PATH, { range });
          assert.equal(status, 206);
          return bytes;
        }),
      );
      assert.ok(Buffer.concat(parts).equals(tarball));
    }),
    COSTLY,
  );
});
