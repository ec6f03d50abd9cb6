// The command line and the environment, turned into what a run takes.
import { parseArgs } from 'node:util';
import { type ConformanceOptions, type FeatureMode, readSettings, UsageError } from './session/settings.ts';

/** What the command is asked to do. */
export type Command =
  | { readonly kind: 'help' | 'version' | 'list' }
  | {
      readonly kind: 'run';
      readonly options: ConformanceOptions;
      /** Where to write the JUnit report, if anywhere. */
      readonly junitFile: string | undefined;
      /** Where to write the JSON report, if anywhere. */
      readonly jsonFile: string | undefined;
    };

/** The help text. */
export const USAGE = `Usage: prime-conformance --base-url URL --token TOKEN [options]

Checks from outside whether a registry of Primes keeps its HTTP contract. Publishes small Primes
under fresh names in one scope, and touches nothing else.

  --base-url URL     where the registry is           (or PRIME_CONFORMANCE_BASE_URL)
  --token TOKEN      a token that may publish        (or PRIME_CONFORMANCE_TOKEN, which keeps it out of ps)
  --scope @NAME      the scope to publish in         (default @conformance)
  --search           search must be offered; --no-search leaves it out  (default: checked when offered)
  --yank             yank must be offered; --no-yank leaves it out      (default: checked when offered)
  --strict           recommended checks count as well
  --timeout SECONDS  longest time for one request    (default 10)
  --filter TEXT      run only the checks with TEXT in their ids
  --junit FILE       write a JUnit XML report
  --json FILE        write a JSON report
  --list             print all checks and stop
  --version, --help

Exit codes: 0 conforms, 1 a check failed or could not be carried out, 2 incomplete (required checks
were skipped, as without a token), 3 bad usage.
`;

const FLAGS = {
  'base-url': { type: 'string' },
  token: { type: 'string' },
  scope: { type: 'string' },
  search: { type: 'boolean' },
  yank: { type: 'boolean' },
  strict: { type: 'boolean' },
  timeout: { type: 'string' },
  filter: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
  list: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line. Flags win over the environment. @throws {UsageError} */
export function readCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command {
  const flags = parseFlags(args);
  if (flags.help === true) return { kind: 'help' };
  if (flags.version === true) return { kind: 'version' };
  if (flags.list === true) return { kind: 'list' };
  const baseUrl = flags['base-url'] ?? env.PRIME_CONFORMANCE_BASE_URL;
  if (baseUrl === undefined || baseUrl === '')
    throw new UsageError('Where is the registry? Give --base-url URL');
  const options: ConformanceOptions = {
    baseUrl,
    // An empty variable is how a build server passes on a secret that is not set.
    token: flags.token ?? (env.PRIME_CONFORMANCE_TOKEN || undefined),
    scope: flags.scope,
    search: modeOf(flags.search),
    yank: modeOf(flags.yank),
    strict: flags.strict,
    timeoutMs: flags.timeout === undefined ? undefined : Number(flags.timeout || Number.NaN) * 1000,
    filter: flags.filter,
  };
  readSettings(options);
  return { kind: 'run', options, junitFile: flags.junit, jsonFile: flags.json };
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowNegative: true, strict: true }).values;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A stray value is not quoted: it may be a token whose flag was forgotten.
    const isStray = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
    throw new UsageError(isStray ? 'There is a value without a flag before it' : error.message);
  }
}

function modeOf(flag: boolean | undefined): FeatureMode {
  if (flag === undefined) return 'auto';
  return flag ? 'on' : 'off';
}
