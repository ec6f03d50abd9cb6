// The inputs to begin with, one a file: good ones, odd ones, and every one that ever found a flaw.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CORPUS = new URL('../corpus/', import.meta.url);

/** The folder of a target's inputs. */
function corpusFolder(target: string): string {
  return fileURLToPath(new URL(`${target}/`, CORPUS));
}

/** The inputs of a target, in the order of their names. */
export function readCorpus(target: string): Buffer[] {
  const folder = corpusFolder(target);
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(`${folder}${name}`));
}
