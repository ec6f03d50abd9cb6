// Checks the version of Node.js, in JavaScript that an old one still reads: a sentence, instead of a stack trace about
// the first TypeScript file.
const NEEDED = 24;

/**
 * Prints what is missing, and sets the exit code, if Node.js is too old for the command.
 * @param {string} command its name
 * @returns {boolean} whether the command can run
 */
export function checkNode(command) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return true;
  process.exitCode = 1;
  console.error(
    `${command} needs Node.js ${NEEDED} or newer; this is ${process.version}.\n` +
      'Put the Node.js that \'npm ci\' installed first, in the folder of prime-registry: export PATH="$PWD/node_modules/.bin:$PATH"\n' +
      'npm has none for this system? Then install Node.js from its own site.',
  );
  return false;
}
