// The environment of the processes that tests start.
import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

/**
 * The environment of a process under test: the environment of the test without settings of the developer or
 * the test runner. The compile cache of Node.js halves the start time.
 */
export function childEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:PRIME_(?:REGISTRY|CONFIG|CACHE|TOKEN)(?:_.*)?|FORCE_COLOR|NO_COLOR)$/.test(name),
  );
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...Object.fromEntries(inherited), ...added };
}
