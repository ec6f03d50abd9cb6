// Checks the version of Node.js, in JavaScript that an old one can parse: one line, instead of a stack trace about the
// first file that it cannot read.
import { adviseNode } from './node-advice.mjs';

const NEEDED = 24;

/**
 * Prints what is missing, and sets the exit code to 1, if Node.js is too old for the command.
 * @param {string} command its name
 * @returns {boolean} whether the command can run
 */
export function checkNode(command) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return true;
  process.exitCode = 1;
  console.error(
    `${command} needs Node.js ${NEEDED} or newer; this is ${process.version}. ${adviseNode(command, NEEDED)}`,
  );
  return false;
}
