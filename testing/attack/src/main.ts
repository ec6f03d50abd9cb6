#!/usr/bin/env node
// `npm run attack`: attacks a real registry and measures what its other clients notice. options.ts lists the exit codes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Options, readOptions, USAGE } from './options.ts';
import { MemoryGroup } from './registry/memory-group.ts';
import { findNetwork, runAgainAsStrangers } from './registry/network.ts';
import { type AttackResult, listFailures } from './report/judge.ts';
import { printAnswers, printHead, printInputs, printRow } from './report/print-row.ts';
import { runAttacks } from './run-attacks.ts';

process.exitCode = await main();
// Lingering connections must not keep the process alive.
process.exit();

async function main(): Promise<number> {
  let options: Options | string;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return 3;
  }
  if (typeof options === 'string') {
    console.log(options);
    return 0;
  }
  let group: MemoryGroup | undefined;
  try {
    const code = options.isStrange ? await runAgainAsStrangers() : undefined;
    if (code !== undefined) return code;
    group = options.memoryBytes === undefined ? undefined : new MemoryGroup(options.memoryBytes);
  } catch (error) {
    console.error(`NOT RUN: this machine does not permit it: ${(error as Error).message}`);
    return 2;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = mkdtempSync(join(tmpdir(), 'prime-attack-'));
  try {
    return await run(options, folder, group);
  } finally {
    group?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(options: Options, folder: string, group: MemoryGroup | undefined): Promise<number> {
  const { isJson, seconds, scale, memoryBytes } = options;
  const network = findNetwork();
  // Small attacks are for tests, on machines that do other work.
  const hasTimes = scale === 1;
  const results: (AttackResult & { readonly failures: readonly string[] })[] = [];
  if (!isJson) console.log(printHead());
  for await (const result of runAttacks({ ...options, folder, network, group })) {
    const failures = listFailures(result, { hasTimes });
    results.push({ ...result, failures });
    if (isJson) continue;
    const lines = [printRow(result, failures), printAnswers(result), printInputs(result)];
    console.log(lines.filter((line) => line !== undefined).join('\n'));
  }
  if (isJson)
    console.log(JSON.stringify({ seconds, scale, memoryBytes, isStrange: network.isStrange, results }));
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0;
}
