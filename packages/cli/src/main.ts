// Runs `prime`, after `main.mjs` has checked Node.js. A command loads only the modules it needs.
import { runPrime } from './run-prime.ts';

process.exitCode = await runPrime(process.argv.slice(2), process);
