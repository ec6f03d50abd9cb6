// Read your writes with SQLite: two servers on one data folder.
import { after } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { startServer } from '../http/response-cache/observed-server.ts';
import { testFreshness } from './freshness-suite.ts';

const registry = await startRegistry();
const { dataFolder } = registry;
const one = await startServer({ dataFolder });
const other = await startServer({ dataFolder });
after(async () => {
  await one.close();
  await other.close();
  await registry.stop();
});
testFreshness(one, other);
