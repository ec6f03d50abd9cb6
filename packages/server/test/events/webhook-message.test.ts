// The messages for entries of the log.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeLogEntry, type LogEntry } from '@prime-registry/protocol';
import { createEventMessage, createPing } from '../../src/events/webhook-message.ts';

const SENDER = { logId: '0123456789abcdef', publicUrl: 'https://primes.example' };
const COMMON = { v: 1, at: '2026-11-21T09:30:00Z', by: 'environment' } as const;
const VERSION = { name: '@acme/web-style', version: '1.0.0' };
const CONTENT = { ...VERSION, sha256: 'a'.repeat(64), size: 5, manifest_sha256: 'b'.repeat(64) };
const PUBLISH: LogEntry = { ...COMMON, ...CONTENT, type: 'publish' };

function messageOf(entry: LogEntry, index = 12, sender = SENDER) {
  return createEventMessage(encodeLogEntry(entry), index, sender);
}

describe('the message for an entry', () => {
  test('has type, time, what the entry says, and where to ask', () => {
    const message = messageOf(PUBLISH);
    assert.deepEqual(JSON.parse(message?.body ?? ''), {
      type: 'prime.published',
      timestamp: COMMON.at,
      data: {
        ...{ by: 'environment', ...CONTENT, log: SENDER.logId, index: 12 },
        url: 'https://primes.example/pack/@acme/web-style/1.0.0',
      },
    });
    assert.equal(message?.scope, '@acme');
  });

  test('has no address if the registry does not know its own', () => {
    assert.equal(messageOf(PUBLISH, 12, { ...SENDER, publicUrl: '' })?.body.includes('url'), false);
  });

  test('has an id that no other entry has, not even under the same index after a restore', () => {
    const ids = [
      messageOf(PUBLISH)?.id,
      messageOf(PUBLISH, 13)?.id,
      messageOf({ ...PUBLISH, sha256: 'c'.repeat(64) })?.id,
      messageOf(PUBLISH, 12, { ...SENDER, logId: 'f'.repeat(16) })?.id,
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(messageOf(PUBLISH)?.id, ids[0]);
    assert.match(ids[0] ?? '', /^msg_0123456789abcdef_12_[0-9a-f]{8}$/);
  });

  test('is below 20 KB for the largest entry', () => {
    const message = '\u{1f600}"\\'.repeat(1900);
    const entry: LogEntry = { ...COMMON, type: 'deprecate', name: '@acme/a', range: '*', message };
    const encoded = encodeLogEntry(entry);
    assert.ok(encoded.length > 15_000, String(encoded.length));
    assert.ok(Buffer.byteLength(createEventMessage(encoded, 1e9, SENDER)?.body ?? '') < 20_000);
  });

  const begin: LogEntry = { ...COMMON, type: 'begin', log: SENDER.logId };
  const SIGNER: LogEntry = {
    ...{ ...COMMON, type: 'signer', scope: '@a', change: 'add' },
    ...{ fingerprint: 'SHA256:x', key: 'ssh-ed25519 x' },
  };
  const types: readonly (readonly [LogEntry, string | undefined])[] = [
    [PUBLISH, 'prime.published'],
    [{ ...COMMON, ...CONTENT, type: 'import', published_at: COMMON.at }, 'prime.imported'],
    [
      { ...COMMON, ...CONTENT, type: 'mirror', origin: 'https://a.example', published_at: COMMON.at },
      'prime.mirrored',
    ],
    [{ ...COMMON, ...VERSION, type: 'yank' }, 'prime.yanked'],
    [{ ...COMMON, ...VERSION, type: 'unyank' }, 'prime.unyanked'],
    [{ ...COMMON, type: 'deprecate', name: '@a/b', range: '*', message: 'old' }, 'prime.deprecated'],
    [{ ...COMMON, type: 'undeprecate', name: '@a/b', range: '*' }, 'prime.undeprecated'],
    [{ ...COMMON, ...VERSION, type: 'channel', channel: 'beta' }, 'prime.channel_set'],
    [{ ...COMMON, type: 'unchannel', name: '@a/b', channel: 'beta' }, 'prime.channel_removed'],
    [{ ...COMMON, type: 'move', name: '@a/b', to: '@c/d' }, 'prime.moved'],
    [{ ...COMMON, type: 'unmove', name: '@a/b' }, 'prime.unmoved'],
    [{ ...COMMON, ...VERSION, type: 'remove', sha256: 'a'.repeat(64), category: 'secret' }, 'prime.removed'],
    [
      { ...COMMON, ...VERSION, type: 'sign', sha256: 'a'.repeat(64), fingerprint: 'SHA256:x' },
      'prime.signed',
    ],
    [SIGNER, 'scope.signer_changed'],
    [
      { ...COMMON, type: 'signing-policy', scope: '@a', require_signature: true },
      'scope.signing_policy_changed',
    ],
    [begin, undefined],
    [{ ...begin, previous: { origin: 'a.example/-/log', size: 3 } }, 'log.restarted'],
    [{ ...COMMON, type: 'log-key', vkey: 'a+b+c' }, undefined],
  ];
  for (const [entry, type] of types)
    test(`${entry.type} ${'previous' in entry ? 'after another log ' : ''}is told as ${type ?? 'nothing'}`, () =>
      assert.equal(messageOf(entry)?.type, type));

  test('of a scope is of that scope, for webhooks of some scopes', () =>
    assert.equal(messageOf(SIGNER)?.scope, '@a'));

  test('of a newer program is nothing', () => {
    const entry = Buffer.from('{"at":"2026-11-21T09:30:00Z","by":"x","type":"constructor","v":2}');
    assert.equal(createEventMessage(entry, 1, SENDER), undefined);
  });
});

test('a ping names the webhook', () => {
  const { id, body } = createPing('wh_1', 'abc', Date.UTC(2026, 10, 21));
  assert.equal(id, 'msg_ping_abc');
  assert.deepEqual(JSON.parse(body), {
    ...{ type: 'ping', timestamp: '2026-11-21T00:00:00Z', data: { webhook: 'wh_1' } },
  });
});
