// Ranking with SQLite.
import { after } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { testRanking } from './ranking-suite.ts';

const registry = await startRegistry();
after(() => registry.stop());
testRanking(registry);
