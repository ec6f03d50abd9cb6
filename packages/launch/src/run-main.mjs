// Loads the main module of a command, in JavaScript that an old Node.js can parse.

/**
 * Loads the module, which runs the command. If the installation is damaged, prints a line instead of a stack, and sets the exit
 * code to 1; also if nothing is left to wait for and the command has not ended, which Node.js would call a success.
 * @param {string} command its name
 * @param {() => Promise<unknown>} load imports the module
 */
export async function runMain(command, load) {
  const giveUp = () => {
    process.exitCode = 1;
    console.error(`${command}: the command did not end, and nothing is left to wait for; please report this`);
  };
  process.once('beforeExit', giveUp);
  try {
    await load();
  } catch (error) {
    // Loaded only now, because it costs every start otherwise. It may be what is missing.
    const found = await import('./broken-installation.mjs').catch(() => undefined);
    const sentence = found === undefined ? undefined : found.explainBrokenInstallation(error);
    if (sentence === undefined) throw error;
    process.exitCode = 1;
    console.error(`${command}: ${sentence}`);
  } finally {
    process.off('beforeExit', giveUp);
  }
}
