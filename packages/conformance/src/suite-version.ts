// The name and version of the suite.
import { readFileSync } from 'node:fs';

const stated: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The name of the suite in requests and reports. */
export const SUITE_NAME = 'prime-conformance';

/** The version of the suite, from its package.json. */
export const SUITE_VERSION: string =
  typeof stated === 'object' && stated !== null && 'version' in stated ? String(stated.version) : 'unknown';
