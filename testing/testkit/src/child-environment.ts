// The environment of the processes that tests start.
import { COMPILE_CACHE } from './programs.ts';

const OWN_SETTINGS =
  /^(?:PRIME_(?:REGISTRY|CONFIG|CACHE|TOKEN|ID)(?:_.*)?|CI|CI_.*|(?:GITHUB|FORGEJO|GITEA|GITLAB)_.*|TF_BUILD|PRIME_IDENTITY|ACTIONS_ID_.*|CIRCLE(?:CI)?(?:_.*)?|BUILDKITE(?:_.*)?|FORCE_COLOR|NO_COLOR|(?:https?|no)_proxy|(?:HTTPS?|NO)_PROXY|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA)$/;

/**
 * The environment of a process under test: the environment of the test without settings of the developer, the
 * test runner or the CI system.
 */
export function childEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.test(name));
  return { ...Object.fromEntries(inherited), NODE_COMPILE_CACHE: COMPILE_CACHE, ...added };
}
