// Loaded first, in JavaScript that old versions of Node.js can read. Prints a clear message if Node.js is too
// old, and enables the compile cache, so that types are stripped only once.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(
    `This needs Node.js ${needed} or newer. This is ${process.version}.\n` +
      'Run it through npm (`npm ci`, then `npm start` or `npm test`): npm ci installs a newer Node.js\n' +
      'as an optional dependency on Linux, Windows and Intel Macs. Elsewhere, install Node.js first.',
  );
  process.exit(1);
}
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
