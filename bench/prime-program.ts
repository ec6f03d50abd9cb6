// `prime` as its user runs it: a process of its own, with a cache and a configuration that are thrown away.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainEnvironment } from './run-program.ts';
import { TOKEN } from './server-process.ts';

const PACKAGE = join(import.meta.dirname, '..', 'packages', 'cli');

/** The script that is `prime`. */
export const PRIME_MAIN = join(PACKAGE, 'src', 'main.ts');

/**
 * The environment of a `prime` that keeps what is its own below the folder.
 * @param compileCache - where Node keeps compiled code.
 */
export function primeEnvironment(folder: string, baseUrl: string, compileCache: string): NodeJS.ProcessEnv {
  return plainEnvironment({
    PRIME_REGISTRY: baseUrl,
    PRIME_REGISTRY_TOKEN: TOKEN,
    PRIME_CACHE_DIR: join(folder, 'cache'),
    PRIME_CONFIG_DIR: join(folder, 'config'),
    NODE_COMPILE_CACHE: compileCache,
  });
}

/** The document of a project that requires these Primes. @param requirements - such as `@bench/p001@^1.0.0`. */
export function projectDocument(requirements: readonly string[]): string {
  const primes = requirements.map((requirement) => `  - "${requirement}"`);
  return ['---', 'name: bench', 'description: Made for a benchmark', 'primes:', ...primes, '---', ''].join(
    '\n',
  );
}

/** The version of `prime`. */
export async function getPrimeVersion(): Promise<string> {
  return (JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }).version;
}
