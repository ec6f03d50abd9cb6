// Loads all commands of `prime`: that shows that this Node.js can run them, and fills the compile cache.
import { COMMANDS } from '../../packages/cli/src/command-table.ts';

for (const { load } of COMMANDS) await load();
