// Atoms over HTTP, on SQLite.
import { after, describe } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { testAtomRoutes } from './atoms-suite.ts';

const registry = await startRegistry();
after(() => registry.stop());

describe('atoms over HTTP', () => testAtomRoutes(registry));
