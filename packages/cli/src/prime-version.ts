// The version of `prime`.
import { readFileSync } from 'node:fs';

/** The version in package.json. */
export function readPrimeVersion(): string {
  const description = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}
