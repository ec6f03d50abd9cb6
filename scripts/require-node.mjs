// Loaded before everything else, in JavaScript that an old Node still reads: says what is missing
// instead of letting the runtime stumble over the first TypeScript file.
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
