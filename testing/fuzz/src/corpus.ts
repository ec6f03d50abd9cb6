// The seed inputs, one per file: valid ones, unusual ones, and all that ever found a flaw.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CORPUS = new URL('../corpus/', import.meta.url);

/** The folder of a target's seed inputs. */
function corpusFolder(target: string): string {
  return fileURLToPath(new URL(`${target}/`, CORPUS));
}

/** The seed inputs of a target, ordered by file name. */
export function readCorpus(target: string): Buffer[] {
  const folder = corpusFolder(target);
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(`${folder}${name}`));
}
