// How to get a newer Node.js in a clone. A build uses `installed/node-advice.mjs` instead.

/**
 * @param {string} _command the name of the command
 * @param {number} needed the oldest major version that can run it
 * @returns {string} a sentence for the person who started the command
 */
export function adviseNode(_command, needed) {
  return (
    'Use the Node.js that \'npm ci\' installed (export PATH="$PWD/node_modules/.bin:$PATH" in the folder of prime-registry), ' +
    `or install Node.js ${needed}.`
  );
}
