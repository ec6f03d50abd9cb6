// Reads the files of the folder `assets`. A build replaces this module by one that contains their texts.
import { readFileSync } from 'node:fs';

/** The text of a file. @param file - its path in the folder */
export function readAssetFile(file: string): string {
  return readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8');
}
