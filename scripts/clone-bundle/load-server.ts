// Loads all commands of `prime-registry`: that shows that this Node.js can run them, and fills the compile cache.
import { COMMANDS } from '../../packages/server/src/commands/command-table.ts';

for (const { load } of COMMANDS) await load();
// What the commands load on demand.
await import('../../packages/server/src/commands/serve/alone.ts');
await import('../../packages/server/src/commands/serve/primary.ts');
await import('../../packages/server/src/wiring/all-routes.ts');
await import('../../packages/store/src/ledger/index.ts');
