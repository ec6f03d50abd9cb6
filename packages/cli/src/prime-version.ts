// Which version of `prime` this is.
import { readFileSync } from 'node:fs';

/** The version in the package's own description. */
export function readPrimeVersion(): string {
  const description = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}
