// How to get a newer Node.js for an installed package: npm can download one for a single run.

/**
 * The installed command runs, so its package is not named: npm would download it by that name.
 * @param {string} command the name of the command
 * @param {number} needed the oldest major version that can run it
 * @returns {string} a sentence for the person who started the command
 */
export function adviseNode(command, needed) {
  return `Install Node.js ${needed}, or let npm download it for one run: npx --package node@${needed} -- ${command}`;
}
