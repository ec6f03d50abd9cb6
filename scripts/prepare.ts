// Run by `npm ci`: loads every command once. That shows that this Node.js can run them, and fills the compile cache,
// so that the first start does not strip the types of a thousand files.
import { COMMANDS as CLIENT_COMMANDS } from '../packages/cli/src/command-table.ts';
import { COMMANDS as SERVER_COMMANDS } from '../packages/server/src/commands/command-table.ts';

for (const { load } of [...SERVER_COMMANDS, ...CLIENT_COMMANDS]) await load();
// What the commands load on demand.
await import('../packages/server/src/commands/serve/alone.ts');
await import('../packages/server/src/commands/serve/primary.ts');
await import('../packages/store/src/ledger/index.ts');
