// Runs `prime`, after `main.mjs` has checked Node.js. A command loads only the modules it needs.
import { runPrime } from './run-prime.ts';

/** The end of the command. A module that awaited it could not share a file of a build with what the command loads. */
export const done: Promise<void> = runPrime(process.argv.slice(2), process).then((code) => {
  process.exitCode = code;
});
