// `npm run check:api`: fails if the public API of a library differs from its api.txt. `npm run api:write`
// updates the file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiReport } from './api-report.ts';
import { emitDeclarations } from './emit-declarations.ts';

const LIBRARIES = ['client', 'protocol'];
const HEADER = '// The public API of this package. Written by `npm run api:write`.';

const entryPointOf = (library: string): string => `packages/${library}/src/index.ts`;
const report = new ApiReport(emitDeclarations(LIBRARIES.map(entryPointOf)));
const writes = process.argv.includes('--write');

for (const library of LIBRARIES) {
  const file = `packages/${library}/api.txt`;
  const path = join(import.meta.dirname, '../..', file);
  const now = `${HEADER}\n\n${report.describe(entryPointOf(library))}`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (now === before) continue;
  if (writes) {
    writeFileSync(path, now);
    console.log(`${file} written.`);
    continue;
  }
  console.error(`${file} differs from the exports of ${entryPointOf(library)}:`);
  for (const line of listDifferences(before, now)) console.error(`  ${line}`);
  console.error("If this change of the public API is intended, run 'npm run api:write' and commit the file.");
  process.exitCode = 1;
}

/** The lines that are only in one of the texts, at most 40. */
function listDifferences(before: string, now: string): string[] {
  const [old, fresh] = [before.split('\n'), now.split('\n')];
  const lines = [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `- ${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
  return lines.length <= 40 ? lines : [...lines.slice(0, 40), `… and ${lines.length - 40} more`];
}
