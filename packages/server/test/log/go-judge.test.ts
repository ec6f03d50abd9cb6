// The log of a running registry, read over HTTP and judged by the packages of Go's checksum database.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { useGoJudge } from '@prime-registry/testkit/go-judge';
import { growLog } from './log-suite.ts';

const SIZE = 600;

const go = useGoJudge();
const registry = await startRegistry();
const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
after(async () => {
  await registry.stop();
  await rm(folder, { recursive: true });
});

test('Go accepts the checkpoint, tiles, entries and proofs of a registry', { skip: go.skip }, async () => {
  const { author, anonymous, baseUrl, store } = registry;
  const early = await author.mustPublish({ version: '1.0.0' });
  await growLog(store, SIZE - 1);
  const late = await author.mustPublish({ version: '1.1.0' });
  const texts = [
    ...[early, late].map(({ log }) => log?.proof ?? assert.fail('no proof')),
    (await anonymous.get('/-/primes/@acme/web-style/1.0.0/proof')).text,
    (await anonymous.get(`/-/primes/@acme/web-style/1.0.0/proof?size=${SIZE - 1}`)).text,
  ];
  const files = texts.map((_, index) => join(folder, `${index}.tlog-proof`));
  for (const [index, text] of texts.entries()) await writeFile(files[index] ?? '', text);
  const { vkeys } = (await anonymous.get('/-/log')).json;
  const verdict = await go.judge(vkeys[0], `${baseUrl}/-/log`, files);
  assert.match(verdict, /^600 entries, \d+ consistency proofs, 4 proof files$/);
});
