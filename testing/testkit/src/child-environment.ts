// The environment of the processes that tests start.
import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

const OWN_SETTINGS =
  /^(?:PRIME_(?:REGISTRY|CONFIG|CACHE|TOKEN)(?:_.*)?|CI|CI_.*|(?:GITHUB|FORGEJO|GITEA|GITLAB)_.*|TF_BUILD|FORCE_COLOR|NO_COLOR|(?:https?|no)_proxy|(?:HTTPS?|NO)_PROXY|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA)$/;

/**
 * The environment of a process under test: the environment of the test without settings of the developer, the
 * test runner or the CI system. The compile cache of Node.js halves the start time.
 */
export function childEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.test(name));
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...Object.fromEntries(inherited), ...added };
}
