// Users of several registries are offered the strict rule, and a checkout cannot loosen it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { noteFallback, offerFallback } from '../../src/registries/offer-fallback.ts';
import { choose } from '../../src/settings/choices.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { type ContextOptions, makeContext } from './make-context.ts';

const TWO = 'registries: [https://a.example, https://b.example]\n';
const ENTER = '\r';

describe('the strict fallback', () => {
  test('is offered at a terminal, and stored in the user’s own file', async () => {
    for (const [key, value] of [
      [ENTER, 'name'],
      ['y', 'name'],
      ['n', 'version'],
    ] as const) {
      await using context = await makeContext({ user: TWO, columns: 80 });
      const offered = offerFallback(context);
      await eventually(() => assert.match(context.streams.stderrText(), /several registries/));
      context.streams.type(key);
      await offered;
      assert.ok(
        (await readFile(join(context.configFolder, 'config.yaml'), 'utf8')).endsWith(
          `\nfallback: ${value}\n`,
        ),
      );
    }
  });

  test('is named without a terminal, by login and by init', async () => {
    await using context = await makeContext({ user: TWO });
    await offerFallback(context);
    assert.match(context.streams.stderrText(), /'prime config set fallback name'/);
    await noteFallback(context, '@acme');
    assert.match(context.streams.stderrText(), /'prime config set @acme https:\/\/a\.example'/);
  });

  test('is not offered for one registry, nor after a choice', async () => {
    const settled: readonly ContextOptions[] = [
      { user: 'registries: [https://a.example]' },
      { user: `${TWO}fallback: name` },
      { user: TWO, project: 'fallback: name' },
    ];
    for (const options of settled) {
      await using context = await makeContext({ ...options, columns: 80 });
      await offerFallback(context);
      await noteFallback(context, '@acme');
      assert.equal(context.streams.stderrText(), '');
    }
  });

  test('applies if the user or the project has it: neither loosens the other', async () => {
    for (const [user, project, value, from] of [
      ['', '', 'version', undefined],
      ['fallback: version', '', 'version', 'user'],
      ['fallback: name', 'fallback: version', 'name', 'user'],
      ['fallback: version', 'fallback: name', 'name', 'project'],
      ['', 'fallback: version', 'version', undefined],
      ['', 'fallback: name', 'name', 'project'],
    ] as const) {
      await using context = await makeContext({ user, project });
      assert.deepEqual(choose('fallback', await loadSettings(context)), { value, from });
    }
  });
});
