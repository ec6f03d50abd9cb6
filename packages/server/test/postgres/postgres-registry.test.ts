// A registry on PostgreSQL answers as on SQLite: search ranking, and reading one's own writes.
import { after, describe } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { testAtomRoutes } from '../atoms/atoms-suite.ts';
import { startServer } from '../http/response-cache/observed-server.ts';
import { testFreshness } from '../read/freshness-suite.ts';
import { testRanking } from '../search/ranking-suite.ts';

await sharedPostgres();
const ranked = await startRegistry({ database: await createDatabase() });
const withAtoms = await startRegistry({ database: await createDatabase() });
const database = await createDatabase();
const registry = await startRegistry({ database });
const { dataFolder } = registry;
const [one, other] = [
  await startServer({ dataFolder, database }),
  await startServer({ dataFolder, database }),
];
after(async () => {
  for (const server of [one, other]) await server.close();
  for (const each of [ranked, withAtoms, registry]) await each.stop();
});

describe('ranking', () => testRanking(ranked));
describe('atoms over HTTP', () => testAtomRoutes(withAtoms));
describe('read your writes', () => testFreshness(one, other));
