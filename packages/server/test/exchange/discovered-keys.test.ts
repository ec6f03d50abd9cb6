// Keys from an issuer over HTTP: what is believed, and what is not.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { ProxyRules } from '@prime-registry/network';
import { openDiscoveredKeys } from '../../src/exchange/discovered-keys.ts';
import { KeysUnavailableError } from '../../src/exchange/issuer-source.ts';
import { openKeyFile } from '../../src/exchange/key-file.ts';
import { TestIssuer } from './test-issuer.ts';

const issuer = await TestIssuer.start();
const folder = await mkdtemp(join(tmpdir(), 'prime-registry-keys-'));
after(async () => {
  await issuer.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  issuer.broken = undefined;
});

const WAY = { proxies: new ProxyRules({}) };
const open = (name = issuer.url, allowPrivateAddresses = true) =>
  openDiscoveredKeys({ issuer: name, allowPrivateAddresses }, () => WAY);

/** Why the keys were not read. */
async function problemOf(name?: string, allowPrivateAddresses?: boolean): Promise<string> {
  const source = open(name, allowPrivateAddresses);
  try {
    await source.read();
  } catch (error) {
    assert.ok(error instanceof KeysUnavailableError, String(error));
    return error.message;
  } finally {
    await source.close();
  }
  return assert.fail('the keys were read');
}

test('finds the keys by the description of the issuer', async () => {
  const source = open();
  issuer.requests.length = 0;
  const keys = await source.read();
  assert.deepEqual(issuer.requests, ['/.well-known/openid-configuration', '/keys']);
  assert.ok(await keys.find({ alg: 'RS256', kid: 'first' }));
  await source.close();
});

test('the description must be of the issuer, byte for byte', async () => {
  assert.match(await problemOf(`${issuer.url}/`), /openid-configuration is that of 'http:.*'/);
  issuer.broken = (path, response) => {
    if (path !== '/.well-known/openid-configuration') return false;
    response.end(JSON.stringify({ jwks_uri: `${issuer.url}/keys` }));
    return true;
  };
  assert.match(await problemOf(), /is that of nobody/);
});

test('an answer that is none is not believed', async () => {
  const answers: [reason: RegExp, broken: TestIssuer['broken']][] = [
    [/with the status 503/, (_path, response) => response.writeHead(503).end('{}') !== undefined],
    [
      /with the status 302/,
      (_path, response) => response.writeHead(302, { location: `${issuer.url}/keys` }).end() !== undefined,
    ],
    [/is not JSON/, (_path, response) => response.end('<html>') !== undefined],
    [/is that of nobody/, (_path, response) => response.end('null') !== undefined],
    [/longer than 262144 bytes/, (_path, response) => response.end(' '.repeat(300_000)) !== undefined],
    [
      /it closed the connection/,
      (_path, response) => {
        response.destroy();
        return true;
      },
    ],
  ];
  for (const [reason, broken] of answers) {
    issuer.broken = broken;
    assert.match(await problemOf(), reason);
  }
});

test('a key set without a usable key is not believed', async () => {
  const sets: [reason: RegExp, set: unknown][] = [
    [/has no key that can be used/, { keys: [] }],
    [/has no key that can be used/, { keys: [{ kty: 'oct', kid: 'first', k: 'c2VjcmV0' }] }],
    [/has no key that can be used/, { keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }] }],
    [/is not a JSON object with a list 'keys'/, []],
    [/is not a JSON object with a list 'keys'/, { keys: 'none' }],
    [/has 101 keys/, { keys: Array.from({ length: 101 }, () => ({})) }],
  ];
  for (const [reason, set] of sets) {
    issuer.broken = (path, response) => path === '/keys' && response.end(JSON.stringify(set)) !== undefined;
    assert.match(await problemOf(), reason);
  }
});

test('the address of the keys must be one to ask', async () => {
  const addresses: [reason: RegExp, address: unknown][] = [
    [/has no address as 'jwks_uri'/, undefined],
    [/has no address as 'jwks_uri'/, 'keys'],
    [/which is not https/, 'file:///etc/passwd'],
    [/contains credentials/, 'https://user:password@127.0.0.1/keys'],
  ];
  for (const [reason, address] of addresses) {
    issuer.broken = (_path, response) =>
      response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: address })) !== undefined;
    assert.match(await problemOf(), reason);
  }
});

test('a private address is not asked unless that is allowed', async () => {
  issuer.requests.length = 0;
  assert.match(await problemOf(issuer.url, false), /private address; set allow-private-addresses/);
  assert.deepEqual(issuer.requests, []);
});

test('an issuer whose name is no address has its keys in a file', async () => {
  assert.match(await problemOf('urn:our-ci'), /give its keys in a file/);
});

test('a file of keys is read again when it has changed; a broken one is told', async () => {
  const path = join(folder, 'keys.json');
  const source = openKeyFile(path);
  await assert.rejects(source.read(), /cannot be read \(ENOENT\)/);
  await writeFile(path, '{}');
  await assert.rejects(source.read(), /is not a JSON object/);
  await writeFile(path, issuer.keySet);
  const keys = await source.read();
  assert.ok(await keys.find({ alg: 'RS256', kid: 'first' }));
});
