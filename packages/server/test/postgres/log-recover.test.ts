// The recovery of the log on PostgreSQL, as after the failover to a standby that lacks the last commits.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectProblem, runCommand } from '@prime-registry/testkit';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { copyLog } from '../log/log-copy.ts';
import { writeLogKey } from '../log/log-key.ts';
import { LogVerifier } from '../log/verified-proof.ts';
import { tarballOf } from '../process/data/on-data.ts';
import { makeFolder, serveHere } from '../process/temporary-registry.ts';

await sharedPostgres();

const NAME = '@acme/web-style';

test('replicas on a database that went back go on under the same name after the recovery', async (t) => {
  const dataFolder = await makeFolder(t);
  const shared = {
    PRIME_REGISTRY_LOG_KEY_FILE: await writeLogKey(await makeFolder(t)),
    PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true',
  };
  const newer = await createDatabase();
  const onNewer = { ...shared, PRIME_REGISTRY_DATABASE: newer };
  const versionOf = (version: string) => ({ version, tarball: tarballOf(version) });
  const first = await serveHere(t, { dataFolder, environment: onNewer });
  await first.admin.mustPublish(versionOf('1.0.0'));
  await first.stop();
  const environment = { ...shared, PRIME_REGISTRY_DATABASE: await createDatabase(newer) };
  const second = await serveHere(t, { dataFolder, environment: onNewer });
  await second.admin.mustPublish(versionOf('1.1.0'));
  await second.admin.yank(NAME, '1.0.0', { reason: 'wrong' });
  const copy = join(await makeFolder(t), 'copy');
  const size = await copyLog(second.anonymous, copy);
  const known = await new LogVerifier(second.anonymous).newest();
  await second.stop();

  const replicas = [
    await serveHere(t, { dataFolder, environment }),
    await serveHere(t, { dataFolder, environment }),
  ];
  for (const { admin } of replicas) expectProblem(await admin.publish(versionOf('2.0.0')), 'log_halted');
  const run = (...args: string[]) => runCommand([...args, '--data', dataFolder], environment);
  const { code, stdout, stderr } = await run('log', 'recover', '--from', copy);
  assert.equal(code, 2, stderr);
  assert.match(stdout, /has 2 entries more, 4 in all.*\nlost: @acme\/web-style 1\.1\.0\n/);
  for (const { admin, anonymous } of replicas) {
    const { origin, root } = await new LogVerifier(anonymous).newest();
    assert.deepEqual([origin, root], [known.origin, known.root]);
    assert.equal((await admin.get(`/pack/${NAME}/1.0.0`)).json.yanked, true);
  }
  const [one, other] = replicas;
  const receipt = await one?.admin.mustPublish(versionOf('1.1.0'));
  assert.deepEqual([receipt?.log?.index, receipt?.log?.size], [2, size]);
  const next = await other?.admin.mustPublish(versionOf('2.0.0'));
  assert.equal(next?.log?.index, size);
  assert.equal((await run('log', 'status')).code, 0);
  await run('lost-versions', 'settle');
  assert.match((await run('verify')).stdout, /all is well/);
});
