#!/usr/bin/env node
// Runs `prime`, after `main.mjs` has checked Node.js. Fast start-up: compiled code is cached, and a command
// loads only the modules it needs.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runPrime } = await import('./run-prime.ts');
process.exitCode = await runPrime(process.argv.slice(2), process);
