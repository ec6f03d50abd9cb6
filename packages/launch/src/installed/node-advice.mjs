// How to get a newer Node.js for an installed package: npm can download one for a single run.

/**
 * @param {string} command the name of the command
 * @param {string} npmPackage the npm package that contains it
 * @param {number} needed the oldest major version that can run it
 * @returns {string} a sentence for the person who started the command
 */
export function adviseNode(command, npmPackage, needed) {
  const packages = `--package node@${needed} --package ${npmPackage}`;
  return `Install Node.js ${needed}, or let npm download it for one run: npx ${packages} ${command}`;
}
