// Loads the main module of a command, in JavaScript that an old Node.js can parse.

/**
 * Loads the module. If the installation is damaged, prints a line instead of a stack, and sets the exit code to 1.
 * @param {string} command its name
 * @param {() => Promise<unknown>} load imports the module
 */
export async function runMain(command, load) {
  try {
    await load();
  } catch (error) {
    // Loaded only now, because it costs every start otherwise. It may be what is missing.
    const found = await import('./broken-installation.mjs').catch(() => undefined);
    const sentence = found === undefined ? undefined : found.explainBrokenInstallation(error);
    if (sentence === undefined) throw error;
    process.exitCode = 1;
    console.error(`${command}: ${sentence}`);
  }
}
