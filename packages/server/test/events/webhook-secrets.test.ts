// The text of the secrets of webhooks: what is written is read, and what cannot be read is explained without secrets.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  currentSecrets,
  formatWebhookSecrets,
  makeWebhookSecret,
  parseWebhookSecrets,
} from '../../src/events/webhook-secrets.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

describe('secrets of webhooks', () => {
  test('are read as they are written', () => {
    const secrets = new Map([
      ['wh_1', [{ secret: makeWebhookSecret(), untilMs: undefined }]],
      [
        'wh_2',
        [
          { secret: makeWebhookSecret(), untilMs: undefined },
          { secret: makeWebhookSecret(), untilMs: Date.UTC(2027, 0, 1) },
        ],
      ],
    ]);
    assert.deepEqual(parseWebhookSecrets(formatWebhookSecrets(secrets)), secrets);
  });

  test('have 32 bytes and are never the same', () => {
    const [one, two] = [makeWebhookSecret(), makeWebhookSecret()];
    assert.match(one, /^whsec_[0-9A-Za-z+/]{43}=$/);
    assert.notEqual(one, two);
  });

  test('sign until their end', () => {
    const secrets = parseWebhookSecrets(
      `# written by hand\n\nwh_1 ${SECRET}\r\n wh_1 ${SECRET} until 2027-01-01T00:00:00Z `,
    );
    const endMs = Date.UTC(2027, 0, 1);
    assert.deepEqual(currentSecrets(secrets, 'wh_1', endMs - 1), [SECRET, SECRET]);
    assert.deepEqual(currentSecrets(secrets, 'wh_1', endMs), [SECRET]);
    assert.deepEqual(currentSecrets(secrets, 'wh_2', endMs), []);
  });

  const malformed = {
    'wh_1 hunter2': /^line 1 is not the id of a webhook, a space, and a secret that begins with whsec_$/,
    [SECRET]: /^line 1 is not the id/,
    [`\nwh_1 ${SECRET} until tomorrow`]: /^line 2: its end is not a time such as /,
    [`wh_1 ${SECRET.slice(0, 20)}`]: /^line 1: the secret has less than 24 bytes$/,
    [`wh_1 ${SECRET} ${SECRET}`]: /^line 1 is not/,
    ['\n'.repeat(1001)]: /^it has more than 1000 lines$/,
  };
  for (const [text, message] of Object.entries(malformed))
    test(`are refused: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.throws(
        () => parseWebhookSecrets(text),
        (error: Error) => message.test(error.message) && !error.message.includes(SECRET),
      );
    });
});
