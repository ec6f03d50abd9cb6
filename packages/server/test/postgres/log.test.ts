// The transparency log over HTTP, on PostgreSQL: as on SQLite, with a key from a file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { startServer } from '../http/response-cache/observed-server.ts';
import { writeLogKey } from '../log/log-key.ts';
import { testLog } from '../log/log-suite.ts';
import { testLogOfReplicas } from '../log/replicas-suite.ts';

await sharedPostgres();
const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
const logKeyFile = await writeLogKey(folder);

const registry = await startRegistry({ database: await createDatabase(), logKeyFile });
const shared = { dataFolder: join(folder, 'data'), database: await createDatabase(), logKeyFile };
const [one, other] = [await startServer(shared), await startServer(shared)];
after(async () => {
  await registry.stop();
  for (const server of [one, other]) await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the log', () => testLog(registry));
describe('the log of two servers', () => testLogOfReplicas(one, other));
