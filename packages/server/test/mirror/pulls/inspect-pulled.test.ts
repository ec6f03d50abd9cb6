// A pull must keep a pace: a slow upstream cannot hold its slot for an hour.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTarball } from '@prime-registry/testkit';
import { DEFAULT_SETTINGS } from '../../../src/config/server-settings.ts';
import { inspectPulled } from '../../../src/mirror/pull/inspect-pulled.ts';
import { openInThisThread } from '../../../src/tasks/publish/tarball-reader.ts';

const tarball = buildTarball({ 'a.md': 'text' });
const expected = {
  name: '@acme/web-style',
  version: '1.0.0',
  sizeBytes: tarball.length,
  url: 'http://upstream',
};

/** Pulls the tarball byte by byte, each after this time. @returns the bytes that were passed on */
async function pull(msPerByte: number): Promise<number> {
  let nowMs = 0;
  const chunks = (async function* () {
    for (const byte of tarball) {
      nowMs += msPerByte;
      yield Uint8Array.of(byte);
    }
  })();
  let passedOn = 0;
  const deps = { limits: DEFAULT_SETTINGS, openTarballTask: openInThisThread, secrets: undefined };
  for await (const { length } of inspectPulled(chunks, deps, expected, () => nowMs)) passedOn += length;
  return passedOn;
}

test('a tarball that arrives within a minute is passed on, however slowly', async () => {
  assert.equal(await pull(59_000 / tarball.length), tarball.length);
});

test('one that takes longer at a lower pace than 16 kB a second is not', async () => {
  await assert.rejects(pull(1000), { code: 'upstream_unavailable' });
});
