// Read leases of replicas: each answers for a second without the database, and none shows a version as it was before a
// change that anybody has seen.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { connect, createDatabase, query, sharedPostgres } from '@prime-registry/testkit/postgres';

await sharedPostgres();

const MANIFEST = '/pack/@acme/web-style/1.0.0-a';

async function startReplicas(
  t: TestContext,
  settings: Pick<Parameters<typeof startRegistry>[0] & {}, 'readLeases'> = {},
) {
  const database = await createDatabase();
  const start = async (): Promise<TestRegistry> => {
    const replica = await startRegistry({ database, leasesAfterMs: 0, ...settings });
    t.after(() => replica.stop());
    return replica;
  };
  const [one, other] = [await start(), await start()];
  await one.admin.mustPublish({ version: '1.0.0-a' });
  const { run, end } = await connect(database);
  t.after(end);
  let edits = 0;
  /** Changes the description behind the back of the registry: as a commit that waits for no lease. @returns it */
  const edit = async (): Promise<string> => {
    const description = `edit ${++edits}`;
    await run(
      `begin; update versions set description = '${description}';
       update commit_counts set count = count + 1 where id = 0; commit`,
    );
    return description;
  };
  return { database, one, other, edit };
}

const describe = async ({ anonymous }: TestRegistry): Promise<string> =>
  (await anonymous.get(MANIFEST)).json.description;

const isYanked = async ({ anonymous }: TestRegistry): Promise<boolean> =>
  (await anonymous.get(MANIFEST)).json.yanked;

/** Reads until the manifest of a replica has a lease. */
async function lease(replica: TestRegistry, edit: () => Promise<string>): Promise<void> {
  await eventually(async () => {
    for (let time = 0; time < 5; time += 1) await describe(replica);
    assert.notEqual(await edit(), await describe(replica));
  });
}

test('a manifest is sent again without the database, for a second', async (t) => {
  const { one, edit } = await startReplicas(t);
  await lease(one, edit);
  const last = await edit();
  await eventually(async () => assert.equal(await describe(one), last));
});

test('nobody reads a version as it was before a yank that anybody has seen', async (t) => {
  const { one, other, edit } = await startReplicas(t);
  await lease(one, edit);
  await lease(other, edit);
  let isDone = false;
  const yanking = one.admin.yank('@acme/web-style', '1.0.0-a').then(({ status }) => {
    isDone = true;
    return status;
  });
  let readsMeanwhile = 0;
  let seen = 0;
  while (seen < 20) {
    const wasDone: boolean = isDone;
    const list = await one.anonymous.get('/pack/@acme/web-style?yanked=include');
    const isListed = list.json.versions[0].yanked === true;
    for (const replica of [other, one])
      if (!(await isYanked(replica))) assert.ok(!isListed && !wasDone, 'a manifest from before the yank');
    if (isListed || wasDone) seen += 1;
    else readsMeanwhile += 1;
  }
  assert.equal(await yanking, 200);
  assert.ok(readsMeanwhile > 0);
});

test('with --read-leases off, each read looks at the database', async (t) => {
  const { database, one, edit } = await startReplicas(t, { readLeases: 'off' });
  for (let time = 0; time < 10; time += 1) assert.equal(await edit(), await describe(one));
  assert.deepEqual(await query(database, "select name from leases where name like 'read-%'"), []);
});
