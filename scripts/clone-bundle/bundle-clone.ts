// Makes the bundle from which the commands of a clone start, and tests their processes.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUNDLES, type BundleRecord, findBundle } from '../../packages/launch/src/clone-bundle.mjs';
import { bundleApplication } from '../release/build/bundle-application.ts';
import { ROOT } from '../release/build/published-packages.ts';
import { listModulesReplacedInClone } from '../release/build/replaced-modules.ts';
import { listFurtherInputs } from './further-inputs.ts';
import { recordFiles, recordInputs } from './record-files.ts';

/** The packages whose commands start from a bundle. */
export const PROGRAMS = ['server', 'cli'] as const;

const FOLDER = join(ROOT, BUNDLES);
const UNUSED_MS = 86_400_000;

/**
 * Bundles the programs, unless there is a bundle of the current files. A record of the files is written last, so that nobody uses half
 * of a bundle; runs at the same time make one each. Bundles that were made or tested more than a day ago are removed, except the last
 * two: a registry may still load code from the one before.
 * @returns the folder that has a folder with `main.js` for each program; undefined if files changed in the meantime
 */
export async function bundleClone(): Promise<string | undefined> {
  const existing = findExisting();
  if (existing !== undefined) {
    utimesSync(existing, new Date(), new Date());
    return existing;
  }
  mkdirSync(FOLDER, { recursive: true });
  const name = `${Date.now().toString(36)}-${process.pid}`;
  const folder = join(FOLDER, name);
  // Not that of mkdtemp(3), which only its user can read: a service may run as another one.
  mkdirSync(folder);
  try {
    const records = await build(name);
    if (records === undefined) {
      rmSync(folder, { recursive: true });
      return undefined;
    }
    for (const [program, record] of records) writeWhole(join(FOLDER, `${program}.json`), record);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  removeUnused();
  return folder;
}

function findExisting(): string | undefined {
  const folders = PROGRAMS.map((program) => {
    const main = findBundle(program, ROOT);
    return main && dirname(dirname(main));
  });
  return folders.every((folder) => folder === folders[0]) ? folders[0] : undefined;
}

async function build(name: string): Promise<ReadonlyMap<string, BundleRecord> | undefined> {
  const folder = join(FOLDER, name);
  // By the clock that gives files their times.
  const startedMs = statSync(folder).ctimeMs;
  // Outside of a package, Node.js would have to guess the format of the files.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const records = new Map<string, BundleRecord>();
  for (const program of PROGRAMS) {
    const outFolder = join(folder, program);
    const { files, read } = await bundleApplication({
      folder: program,
      replaced: listModulesReplacedInClone(),
      furtherInput: { load: join(import.meta.dirname, `load-${program}.ts`) },
      outFolder,
      mapsToSources: true,
    });
    const inputs = recordInputs(ROOT, [...read, ...listFurtherInputs()], startedMs);
    if (inputs === undefined) return undefined;
    const code = files.filter((file) => file.endsWith('.js')).map((file) => join(outFolder, file));
    records.set(program, { folder: name, files: [...inputs, ...recordFiles(ROOT, code)] });
  }
  return records;
}

/** A reader gets the old file or the new one. */
function writeWhole(path: string, record: BundleRecord): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(record));
  renameSync(temporary, path);
}

function removeUnused(): void {
  const folders = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const path = join(FOLDER, name);
      return { path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
    })
    .sort((a, b) => b.usedMs - a.usedMs);
  for (const { path, usedMs } of folders.slice(2))
    if (Date.now() - usedMs > UNUSED_MS) rmSync(path, { recursive: true, force: true });
}
