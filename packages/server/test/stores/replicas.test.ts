// Three replicas on PostgreSQL and S3 behind a load balancer are one registry.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { sharedPostgres } from '@prime-registry/testkit/postgres';
import { useS3Server } from '@prime-registry/testkit/s3';
import { writeLogKey } from '../log/log-key.ts';
import { assertConforms } from '../process/assert-conforms.ts';
import { tarballOf } from '../process/data/on-data.ts';
import { ADMIN_TOKEN, makeFolder, start, type TemporaryRegistry } from '../process/temporary-registry.ts';
import { balance } from './balance.ts';
import { makePlace } from './mixes.ts';

const s3 = await useS3Server();
await sharedPostgres();

const REPLICAS = 3;

/** @returns starts a replica with a folder of its own: they share only the two stores */
async function makeReplicas(t: TestContext): Promise<() => Promise<TemporaryRegistry>> {
  const place = await makePlace(t, s3, { database: 'postgres', blobs: 's3' });
  const logKeyFile = await writeLogKey(await makeFolder(t));
  const environment = { ...place.environment, PRIME_REGISTRY_LOG_KEY_FILE: logKeyFile };
  return async () => start(t, { dataFolder: await makeFolder(t), environment });
}

test('three replicas on PostgreSQL and S3', { skip: s3.skip }, async (t) => {
  // The same for all tests: to start them takes longer than a test.
  const addReplica = await makeReplicas(t);
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, addReplica));

  await t.test('conform behind a load balancer, whichever answers', async (t) => {
    await assertConforms({ baseUrl: await balance(t, replicas), token: ADMIN_TOKEN });
    for (const { stderr } of replicas) assert.match(stderr(), /"request"/, 'each took part');
  });

  await t.test('serve at once what any of them has acknowledged, publishes and yanks', async () => {
    for (const [index, { admin }] of replicas.entries()) {
      const version = `1.${index}.0-rc.1`;
      const others = replicas.filter((each) => each.admin !== admin);
      // Read before, so that an answer is cached.
      for (const { anonymous } of others) {
        assert.equal((await anonymous.get(`/pack/@acme/web-style/${version}`)).status, 404);
        await anonymous.get('/pack/@acme/web-style');
      }
      const tarball = tarballOf(`of replica ${index}`);
      await admin.mustPublish({ version, tarball });
      for (const { anonymous } of others) {
        assert.equal((await anonymous.get('/pack/@acme/web-style')).json.latest, version);
        assert.equal((await anonymous.get(`/pack/@acme/web-style/${version}`)).status, 200);
        assert.ok((await anonymous.get(`/pack/@acme/web-style/${version}/tarball`)).bytes.equals(tarball));
        assert.equal((await anonymous.get('/search?q=web')).json.results[0].version, version);
      }
    }
    assert.equal((await replicas[1]?.admin.yank('@acme/web-style', '1.2.0-rc.1'))?.status, 200);
    for (const { anonymous } of replicas) {
      assert.equal((await anonymous.get('/pack/@acme/web-style')).json.latest, '1.1.0-rc.1');
    }
  });

  await t.test(
    'of simultaneous publishes of one version through all of them, exactly one wins, and all serve its bytes',
    async () => {
      const versions = Array.from({ length: 6 }, (_, index) => `2.${index}.0`);
      const rivals = versions.flatMap((version) =>
        Array.from({ length: 9 }, (_, rival) => ({ version, tarball: tarballOf(`${rival} for ${version}`) })),
      );
      const answers = await Promise.all(
        rivals.map((draft, index) => replicas[index % REPLICAS]?.admin.publish(draft)),
      );
      const winners = answers.flatMap((answer) => (answer?.status === 201 ? [answer.json] : []));
      assert.deepEqual(winners.map(({ version }) => version).toSorted(), versions);
      assert.equal(
        answers.filter((answer) => answer?.status === 409).length,
        rivals.length - versions.length,
      );
      for (const { anonymous } of replicas) {
        for (const { url, sha256 } of winners) {
          const { bytes } = await anonymous.get(url);
          assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
        }
      }
    },
  );

  await t.test('one that is added serves everything, and nobody notices a killed one', async () => {
    const [first] = replicas;
    await first?.admin.mustPublish({ name: '@acme/kept', version: '1.0.0' });
    await first?.end('SIGKILL');
    const added = await addReplica();
    assert.equal((await added.anonymous.get('/pack/@acme/kept/1.0.0/tarball')).status, 200);
    assert.equal((await added.admin.publish({ name: '@acme/kept', version: '1.0.0' })).status, 409);
    await added.admin.mustPublish({ name: '@acme/kept', version: '1.1.0' });
  });
});
