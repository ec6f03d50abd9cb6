// The optional body of a yank: {"reason": "…"}.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, type RequestOptions, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());

const NAME = '@acme/web-style';
let published = 0;

/** Publishes a new version and yanks it with the body. */
async function yankWith(options: Omit<RequestOptions, 'method'>) {
  const version = `1.0.0-rc.${++published}`;
  await registry.author.mustPublish({ version });
  const path = `/pack/${NAME}/${version}`;
  const answer = await registry.author.request(path, { ...options, method: 'DELETE' });
  const { json: manifest } = await registry.anonymous.get(path);
  return { answer, manifest };
}

describe('a reason', () => {
  const reasons: [title: string, reason: string][] = [
    ['is kept unchanged', 'Superseded by 1.1.0: “rules” were <wrong> & \\ "quoted" 🦄\nsecond line'],
    ['may have 1000 characters', '🦄'.repeat(1000)],
    ['may have tabs, and the marks and joiners of its script', 'tab \t, \u200f, 👩‍👩‍👧'],
    ['keeps surrounding space', '  indented  '],
  ];
  for (const [title, reason] of reasons) {
    test(title, async () => {
      const { answer, manifest } = await yankWith({ body: JSON.stringify({ reason }) });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(manifest.yanked, true);
      assert.equal(manifest.yank_reason, reason);
      assert.equal(manifest.yanked_at, answer.json.yanked_at);
    });
  }

  const without: [title: string, options: Omit<RequestOptions, 'method'>][] = [
    ['no body', {}],
    ['an empty body', { body: '' }],
    ['white space', { body: ' \r\n ' }],
    ['an empty object', { body: '{}' }],
    ['null', { body: '{"reason": null}' }],
    ['an empty reason', { body: '{"reason": ""}' }],
    ['a blank reason', { body: '{"reason": "  "}' }],
    ['other keys', { body: '{"because": "other"}' }],
  ];
  for (const [title, options] of without) {
    test(`is optional: ${title}`, async () => {
      const { answer, manifest } = await yankWith(options);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(manifest.yanked, true);
      assert.equal('yank_reason' in manifest, false);
    });
  }

  for (const type of [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'x/y; charset=utf-16',
  ]) {
    test(`is JSON with any content type: ${type}`, async () => {
      const { manifest } = await yankWith({ body: '{"reason": "old"}', headers: { 'content-type': type } });
      assert.equal(manifest.yank_reason, 'old');
    });
  }
});

describe('an invalid body is a 400, and the version is not yanked', () => {
  const bodies: [title: string, body: string | Uint8Array<ArrayBuffer>, field: string][] = [
    ['no JSON', '{reason: old}', 'body'],
    ['half of it', '{"reason": "ol', 'body'],
    ['more than one value', '{} {}', 'body'],
    ['an array', '[{"reason": "old"}]', 'body'],
    ['a string', '"old"', 'body'],
    ['null', 'null', 'body'],
    ['a number', '1', 'body'],
    ['not UTF-8', Uint8Array.from(Buffer.from('{"reason": "\xff\xfe"}', 'latin1')), 'body'],
    ['a number as the reason', '{"reason": 1}', 'reason'],
    ['an object as the reason', '{"reason": {}}', 'reason'],
    ['a reason of 1001 characters', JSON.stringify({ reason: '🦄'.repeat(1001) }), 'reason'],
  ];
  for (const [title, body, field] of bodies) {
    test(title, async () => {
      const { answer, manifest } = await yankWith({ body });
      const { errors } = expectProblem(answer, 'invalid_request');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [field],
      );
      assert.equal(manifest.yanked, false);
    });
  }

  test('more than 16 KiB is a 413', async () => {
    const { answer, manifest } = await yankWith({ body: JSON.stringify({ reason: 'a'.repeat(20_000) }) });
    expectProblem(answer, 'body_too_large');
    assert.equal(manifest.yanked, false);
  });
});
