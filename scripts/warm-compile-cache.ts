// Run once after an install: compiles the server into the cache, so that already the first start is a quick one.
import { flushCompileCache } from 'node:module';

await import('../packages/server/src/commands/index.ts');
flushCompileCache();
