// The line of a request is what the framework's logger would have written, and one line of ASCII characters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { formatRequestLine, logsRequests, quotePath } from '../../../src/http/request-log/request-line.ts';
import { createSecrets } from '../../../src/http/requests/secrets.ts';

const SECRETS = createSecrets('operators-own-"token"-0123456789');

const REQUEST = {
  requestId: 'an-id',
  method: 'GET',
  quotedPath: '"/pack/@acme/a"',
  status: 200,
  durationMs: 5.3456,
  remote: '2001:db8::1',
};

test('has the fields of the documentation, in their order', () => {
  const beforeMs = Date.now();
  const line = formatRequestLine({ ...REQUEST, tokenId: '0123456789ab' });
  const { time, ...fields } = JSON.parse(line);
  assert.ok(time >= beforeMs && time <= Date.now(), line);
  const names = 'level time request_id method path status duration_ms remote token_id msg';
  assert.equal(Object.keys(JSON.parse(line)).join(' '), names);
  assert.deepEqual(fields, {
    ...{ level: 30, request_id: 'an-id', method: 'GET', path: '/pack/@acme/a', status: 200 },
    ...{ duration_ms: 5.35, remote: '2001:db8::1', token_id: '0123456789ab', msg: 'request' },
  });
  assert.ok(!('token_id' in JSON.parse(formatRequestLine(REQUEST))));
});

test('any path is JSON of printable ASCII characters, and means the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 400 }), (path) => {
      const quoted = quotePath(`/${path}`, createSecrets(undefined));
      assert.match(quoted, /^[ -~]*$/);
      assert.equal(JSON.parse(quoted), `/${path}`);
    }),
  );
  assert.equal(quotePath('/a"\\\n\u00e9\u2028', SECRETS), '"/a\\"\\\\\\n\\u00e9\\u2028"');
});

test('a path has no token, and 500 characters at most', () => {
  for (const path of [
    '/pri_0123456789abc',
    '/x?t=operators-own-"token"-0123456789',
    `/${'x'.repeat(495)}pri_01234567890`,
  ]) {
    const logged = JSON.parse(quotePath(path, SECRETS));
    assert.ok(!/0123/.test(logged) && logged.length <= 500, logged);
  }
});

test('requests are logged from the level info on', () => {
  assert.deepEqual(['trace', 'debug', 'info', 'warn', 'error', 'silent'].filter(logsRequests), [
    'trace',
    'debug',
    'info',
  ]);
});
