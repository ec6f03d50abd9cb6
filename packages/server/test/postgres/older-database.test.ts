// An older PostgreSQL database, as after the restore of a dump or the failover to a standby that lagged behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, expectProblem, runCommand } from '@prime-registry/testkit';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { parseLines, tarballOf } from '../process/data/on-data.ts';
import { makeFolder, serveHere, start } from '../process/temporary-registry.ts';

await sharedPostgres();

const NAME = '@acme/web-style';

function warningsOf(log: string) {
  return parseLines(log).filter(({ level, msg }) => level === 40 && /lacks versions/.test(msg));
}

test('an older dump is noticed; all replicas take lost versions only with the same bytes', async (t) => {
  const dataFolder = await makeFolder(t);
  const newer = await createDatabase();
  const publish = async (...versions: string[]): Promise<void> => {
    const { admin, stop } = await serveHere(t, {
      dataFolder,
      environment: { PRIME_REGISTRY_DATABASE: newer },
    });
    for (const version of versions) await admin.mustPublish({ version, tarball: tarballOf(version) });
    await stop();
  };
  await publish('1.0.0', '1.1.0', '1.2.0');
  const older = await createDatabase(newer);
  await publish('1.3.0', '1.4.0');

  const environment = { PRIME_REGISTRY_DATABASE: older };
  const must = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand([...args, '--data', dataFolder], environment);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  };
  const one = await start(t, { dataFolder, environment });
  const two = await start(t, { dataFolder, environment });
  for (const { stderr } of [one, two])
    await eventually(() =>
      assert.deepEqual(warningsOf(stderr())[0]?.missing, [`${NAME} 1.4.0`, `${NAME} 1.3.0`]),
    );
  assert.match(await must('verify'), /^lost: /m);
  assert.match(
    await must('lost-versions', 'find', '--record'),
    /^Found 2 lost versions; 2 newly recorded\.$/m,
  );

  const other = tarballOf('something else');
  for (const { admin } of [one, two])
    expectProblem(await admin.publish({ version: '1.3.0', tarball: other }), 'version_exists');
  await one.admin.mustPublish({ version: '1.3.0', tarball: tarballOf('1.3.0') });
  await two.admin.mustPublish({ version: '1.5.0', tarball: other });
  await must('lost-versions', 'settle');
  expectProblem(await two.admin.publish({ version: '1.4.0', tarball: other }), 'version_exists');
  for (const { end } of [one, two]) await end('SIGTERM');

  const settled = await serveHere(t, { dataFolder, environment });
  await settled.admin.mustPublish({ version: '1.4.0', tarball: tarballOf('1.4.0') });
  await settled.stop();
  assert.deepEqual(warningsOf(settled.stderr()), []);
  assert.match(await must('verify'), /^Checked 6 versions, 6 tarballs, .*: all is well\.\n$/);
});
