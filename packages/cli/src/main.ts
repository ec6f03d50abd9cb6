#!/usr/bin/env node
// The command `prime`. Code that is compiled once is kept, and a command loads only what it needs: the rest is start-up.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runPrime } = await import('./run-prime.ts');
process.exitCode = await runPrime(process.argv.slice(2), process);
