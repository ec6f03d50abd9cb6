// Who gets compressed answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsGzip } from '../../../src/http/requests/accepts-gzip.ts';

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
