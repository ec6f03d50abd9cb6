// A registry moves between any two combinations of storage while it serves.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '@prime-registry/testkit';
import { sharedPostgres } from '@prime-registry/testkit/postgres';
import { useS3Server } from '@prime-registry/testkit/s3';
import { tarballOf } from '../process/data/on-data.ts';
import { makeFolder, type ServedRegistry, serveHere, start } from '../process/temporary-registry.ts';
import { MIXES, type Mix, makePlace, type RegistryPlace } from './mixes.ts';

const s3 = await useS3Server();
await sharedPostgres();

const [FIRST = { database: 'sqlite', blobs: 'folder' }] = MIXES;
const LAST: Mix = { database: 'postgres', blobs: 's3' };
/** From the default storage to every other, and back from the most common one. */
const MOVES: readonly (readonly [from: Mix, to: Mix])[] = [
  ...MIXES.map((mix) => [FIRST, mix] as const),
  [LAST, FIRST],
];

/** Between two publishes. */
const PAUSE_MS = 20;
const RC = '1.0.0-rc.1';

const nameOf = ({ database, blobs }: Mix): string => `${database} and ${blobs}`;
const filesOf = (number: number): Buffer => tarballOf(`number ${number}`);

async function must({ dataFolder, environment }: RegistryPlace, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand([...args, '--data', dataFolder], { ...environment });
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Publishes until it is stopped. @returns the number of publishes */
function keepPublishing({ admin }: ServedRegistry, signal: AbortSignal): Promise<number> {
  const publish = async (): Promise<number> => {
    for (let number = 0; ; number += 1) {
      if (signal.aborted) return number;
      await admin.mustPublish({ version: `1.${number}.0`, tarball: filesOf(number) });
      await delay(PAUSE_MS);
    }
  };
  return publish();
}

describe('a registry moves while it serves', { skip: s3.skip }, () => {
  for (const [from, to] of MOVES) {
    test(`from ${nameOf(from)} to ${nameOf(to)}`, async (t) => {
      const [old, young] = [await makePlace(t, s3, from), await makePlace(t, s3, to)];
      const folder = await makeFolder(t);
      // Next to the commands in two of the moves; in the others, in the process of the test.
      const before = await (to === FIRST ? start : serveHere)(t, old);
      const token = (await must(old, 'token', 'create', '--name', 'ci', '--scope', '@acme')).trim();
      await before.admin.mustPublish({ version: RC });
      const stop = new AbortController();
      const publishing = keepPublishing(before, stop.signal);
      const archives = [1, 2].map((number) => join(folder, `registry-${number}.tar`));
      const move = async (archive = ''): Promise<void> => {
        await must(old, 'export', archive, '--with-tokens');
        await must(young, 'import', archive, '--with-tokens');
      };
      await move(archives[0]);
      stop.abort();
      const count = await publishing;
      assert.equal((await before.admin.yank('@acme/web-style', RC)).status, 200);

      await move(archives[1]);
      assert.match(
        await must(young, 'verify'),
        new RegExp(`^Checked ${count + 1} versions, .+: all is well`),
      );
      const after = await serveHere(t, young);
      for (const path of ['/pack/@acme/web-style', '/search?q=web', `/pack/@acme/web-style/${RC}`]) {
        assert.deepEqual((await after.anonymous.get(path)).json, (await before.anonymous.get(path)).json);
      }
      for (let number = 0; number < count; number += 1) {
        const { bytes } = await after.anonymous.get(`/pack/@acme/web-style/1.${number}.0/tarball`);
        assert.ok(bytes.equals(filesOf(number)));
      }
      assert.equal((await after.actorWith(token).publish({ version: '9.0.0' })).status, 201);
    });
  }
});
