// Signatures over HTTP, on PostgreSQL.
import { after } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { testSignatures } from '../signatures/signature-suite.ts';
import { testSigners } from '../signatures/signer-suite.ts';

await sharedPostgres();
const registry = await startRegistry({ database: await createDatabase() });
after(() => registry.stop());

testSigners(registry);
testSignatures(registry);
