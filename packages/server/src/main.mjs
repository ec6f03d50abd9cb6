#!/usr/bin/env node
// The command `prime-registry`, in JavaScript that an old Node.js still reads: it says what is missing, instead of a
// stack trace about the first TypeScript file.
const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  process.exitCode = 1;
  console.error(
    `prime-registry needs Node.js ${needed} or newer; this is ${process.version}.\n` +
      'Put the Node.js that \'npm ci\' installed first, in the folder of the project: export PATH="$PWD/node_modules/.bin:$PATH"\n' +
      'npm has none for this system? Then install Node.js from its own site.',
  );
} else {
  await import('./main.ts');
}
