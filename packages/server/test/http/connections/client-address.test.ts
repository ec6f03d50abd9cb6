// The address of the client: entries of strangers in X-Forwarded-For never count.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { TRUSTED_PROXIES } from '../../../src/config/listen.ts';
import { createAddressFinder } from '../../../src/http/connections/client-address.ts';
import { networkOf, normalizeAddress } from '../../../src/http/connections/ip-address.ts';

/** The address that is found for a request of this peer. */
function find(trusted: string, peer: string, ...forwarded: string[]): string {
  const rawHeaders = ['Host', 'x', ...forwarded.flatMap((value) => ['X-Forwarded-For', value])];
  const request = { socket: { remoteAddress: peer }, rawHeaders };
  return createAddressFinder(TRUSTED_PROXIES.read(trusted) ?? [])(request as unknown as IncomingMessage);
}

describe('the address of a client', () => {
  const cases: [title: string, expected: string, trusted: string, peer: string, ...forwarded: string[]][] = [
    ['without trust the header is ignored', '127.0.0.1', 'none', '127.0.0.1', '203.0.113.9'],
    ['also from a peer that is not trusted', '192.0.2.7', 'loopback', '192.0.2.7', '203.0.113.9'],
    [
      'from a trusted proxy, the address that it names',
      '203.0.113.9',
      'loopback',
      '127.0.0.1',
      '203.0.113.9',
    ],
    [
      'an IPv6 address from a trusted proxy on a dual-stack socket',
      '2001:db8::1',
      'loopback',
      '::ffff:127.0.0.1',
      '2001:DB8:0::1',
    ],
    [
      'the nearest address that is not trusted',
      '203.0.113.9',
      'private',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.9, 10.0.0.2',
    ],
    [
      'over several header lines',
      '203.0.113.9',
      'private',
      '10.0.0.1',
      '1.1.1.1',
      '203.0.113.9',
      '10.0.0.2,10.0.0.3',
    ],
    ['the farthest address, if all are trusted', '10.0.0.3', 'private', '10.0.0.1', '10.0.0.3, 10.0.0.2'],
    ['with a port', '203.0.113.9', 'loopback', '::1', '203.0.113.9:4711'],
    ['with brackets and a port', '2001:db8::1', 'loopback', '::1', '[2001:db8::1]:4711'],
    ['words end the chain', '10.0.0.2', 'private', '10.0.0.1', '203.0.113.9, unknown, 10.0.0.2'],
    ['an empty header is ignored', '127.0.0.1', 'loopback', '127.0.0.1', ''],
    ['a mapped address is the IPv4 address in it', '203.0.113.9', 'loopback', '::1', '::ffff:203.0.113.9'],
    ['one address is trusted, its neighbour is not', '10.0.0.2', '10.0.0.1', '10.0.0.2', '203.0.113.9'],
    ['an IPv6 network', '2001:db8:9::9', '2001:db8::/48', '2001:db8::1', '2001:db8:9::9'],
  ];
  for (const [title, expected, ...given] of cases) {
    test(`${title}: ${expected}`, () => assert.equal(find(...given), expected));
  }

  test('whatever a client sends itself, the address is what the proxy saw', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (sent) => {
        assert.equal(find('loopback', '127.0.0.1', `${sent}, 203.0.113.9`), '203.0.113.9');
      }),
    );
  });
});

describe('trusted-proxies', () => {
  for (const text of [
    '',
    ',',
    'none, loopback',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '::1/129',
    '10.0.0',
    'proxy.lan',
    '*',
  ]) {
    test(`refuses '${text}'`, () => assert.equal(TRUSTED_PROXIES.read(text), undefined));
  }
});

describe('networks', () => {
  test('an IPv4 address is one client', () => assert.equal(networkOf('203.0.113.9'), '203.0.113.9'));

  test('all addresses of a /64 are one client, those of the next are another', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const address = fc.tuple(...Array<typeof group>(8).fill(group));
    fc.assert(
      fc.property(address, address, (one, other) => {
        // Mapped addresses are IPv4.
        fc.pre(!one.slice(0, 4).every((part) => part === '0'));
        const network = (parts: string[]) => networkOf(normalizeAddress(parts.join(':')) ?? '');
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        assert.equal(network(one), network(neighbour));
        const third = Number.parseInt(one[3] ?? '', 16) ^ 1;
        assert.notEqual(network(one), network([...one.slice(0, 3), third.toString(16), ...one.slice(4)]));
      }),
    );
  });
});
