// Loaded before everything else, in JavaScript that an old Node still reads: says what is missing instead of letting the
// runtime stumble over the first TypeScript file, and keeps what is compiled, so that only the first start strips types.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(
    `This needs Node.js ${needed} or newer; this is ${process.version}.\n` +
      'Run it through npm (`npm ci`, then `npm start` or `npm test`): npm ci brings a newer Node.js along\n' +
      'as an optional dependency on Linux, Windows and Intel Macs. Elsewhere, install Node.js first.',
  );
  process.exit(1);
}
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
