// The setting of the blob store: its forms, and the messages for wrong values.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SETTINGS } from '../../src/config/server-settings.ts';
import { readSetting, SettingError } from '../../src/config/setting.ts';

const NOTHING = { prefix: '', region: undefined, endpoint: undefined, isPathStyle: false };

describe('the setting blobs', () => {
  const allowed: readonly [text: string, value: unknown][] = [
    ['', 'folder'],
    ['folder', 'folder'],
    ['s3://primes', { ...NOTHING, bucket: 'primes' }],
    ['S3://primes/', { ...NOTHING, bucket: 'primes' }],
    ['s3://my.primes_1/a/b-c/d.e/', { ...NOTHING, bucket: 'my.primes_1', prefix: 'a/b-c/d.e' }],
    ['s3://primes?region=eu-central-1', { ...NOTHING, bucket: 'primes', region: 'eu-central-1' }],
    [
      's3://primes/x?endpoint=https%3A%2F%2Fs3.example.com%3A9000&path-style=true',
      {
        ...NOTHING,
        bucket: 'primes',
        prefix: 'x',
        endpoint: 'https://s3.example.com:9000',
        isPathStyle: true,
      },
    ],
    [
      's3://primes?endpoint=http://[::1]:9000/&path-style=false',
      { ...NOTHING, bucket: 'primes', endpoint: 'http://[::1]:9000' },
    ],
  ];
  for (const [text, value] of allowed)
    test(`takes '${text}'`, () => assert.deepEqual(readSetting(SETTINGS.blobs, text, '--blobs'), value));

  const refused: readonly [text: string, message: RegExp][] = [
    ['disk', /^blobs: 'disk' \(from --blobs\) is not allowed; use folder, or s3:\/\/bucket\/prefix/],
    ['https://primes.s3.amazonaws.com', /is not allowed; use folder, or s3:/],
    ['s3://', /is not a bucket name/],
    ['s3://a', /'a' is not a bucket name/],
    ['s3://primes:9000/x', /no port and no #; give the address of a store as endpoint=/],
    ['s3://primes/x#y', /no port and no #/],
    ['s3://primes/a//b', /the prefix 'a\/\/b' cannot be used/],
    ['s3://primes/a b', /cannot be used; use up to 512 letters/],
    [`s3://primes/${'a'.repeat(513)}`, /cannot be used/],
    [
      's3://primes?Region=x',
      /'Region' is not a parameter of a bucket; the parameters are region, endpoint, path-style/,
    ],
    ['s3://primes?region=a&region=b', /region is given more than once/],
    ['s3://primes?region=', /region='' is not a region/],
    ['s3://primes?endpoint=s3.example.com', /is not an address; use https:\/\/host/],
    ['s3://primes?endpoint=ftp://s3.example.com', /is not an address/],
    ['s3://primes?endpoint=https://s3.example.com/path', /is not an address/],
    ['s3://primes?path-style=yes', /path-style='yes' is not allowed; use true or false/],
  ];
  for (const [text, message] of refused)
    test(`refuses '${text.slice(0, 60)}'`, () => {
      assert.throws(
        () => readSetting(SETTINGS.blobs, text, '--blobs'),
        (error) => {
          assert.ok(error instanceof SettingError);
          assert.match(error.message, message);
          assert.match(error.message, /^blobs.*\(from --blobs\)/);
          return true;
        },
      );
    });

  for (const text of [
    's3://AKIAEXAMPLE:sesame@primes',
    's3://sesame@primes',
    's3://primes?secret=sesame',
    's3://primes?access-key-id=sesame',
    's3://primes?X-Amz-Credential=sesame',
    's3://primes?endpoint=https://user:sesame@s3.example.com',
  ])
    test(`refuses credentials, says where they belong, and does not repeat them: ${text}`, () => {
      assert.throws(
        () => readSetting(SETTINGS.blobs, text, '--blobs'),
        (error) => {
          assert.match(String(error), /contains credentials.+AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
          assert.doesNotMatch(String(error), /sesame/);
          return true;
        },
      );
    });
});
