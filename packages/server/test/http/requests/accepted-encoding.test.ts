// Who gets compressed answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsGzip, chooseEncoding } from '../../../src/http/requests/accepted-encoding.ts';

for (const header of [
  'gzip',
  'gzip, deflate, br',
  'br;q=1.0, GZIP;q=0.8',
  'x-gzip',
  '*',
  'identity;q=0, *;q=0.1',
])
  test(`a client takes gzip with: ${header}`, () => assert.equal(acceptsGzip(header), true));

for (const header of [
  undefined,
  '',
  'identity',
  'br',
  'gzip;q=0',
  'gzip; q=0.000',
  '*;q=0',
  'gzip;q=0, *',
  'notgzip',
])
  test(`a client does not take gzip with: ${header}`, () => assert.equal(acceptsGzip(header), false));

for (const [header, encoding] of [
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['deflate, zstd', 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['BR;q=1', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0.2, identity', 'identity'],
  ['br;q=x', 'br'],
] as const)
  test(`a client gets ${encoding} with: ${header}`, () => {
    assert.equal(chooseEncoding(header), encoding);
    assert.equal(chooseEncoding(header), encoding, 'remembered');
  });
