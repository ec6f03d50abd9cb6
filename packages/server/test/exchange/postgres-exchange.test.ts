// Exchanges of identity tokens, on PostgreSQL.
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { testExchange } from './exchange-suite.ts';

await sharedPostgres();
await testExchange({ database: await createDatabase() });
