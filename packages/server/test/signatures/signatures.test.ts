// Signatures over HTTP, on SQLite.
import { after } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { testSignatures } from './signature-suite.ts';
import { testSigners } from './signer-suite.ts';

const registry = await startRegistry();
after(() => registry.stop());

testSigners(registry);
testSignatures(registry);
