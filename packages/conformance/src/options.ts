// Parses the command line and the environment into the options of a run.
import { parseArgs } from 'node:util';
import { type ConformanceOptions, type FeatureMode, readSettings, UsageError } from './session/settings.ts';

export type Command =
  | { readonly kind: 'help' | 'version' | 'list' }
  | {
      readonly kind: 'run';
      readonly options: ConformanceOptions;
      /** The file for the JUnit report, if any. */
      readonly junitFile: string | undefined;
      /** The file for the JSON report, if any. */
      readonly jsonFile: string | undefined;
    };

export const USAGE = `Usage: prime-conformance --base-url URL --token TOKEN [options]

Checks whether a registry of Primes keeps the HTTP contract, as a black box. Publishes small Primes
under new random names in one scope, and changes nothing else.

  --base-url URL     the URL of the registry         (or PRIME_CONFORMANCE_BASE_URL)
  --token TOKEN      a token that may publish        (or PRIME_CONFORMANCE_TOKEN, which keeps it out of ps)
  --scope @NAME      the scope to publish in         (default @conformance)
  --search           search must be offered; --no-search skips it  (default: checked if offered)
  --yank             yank must be offered; --no-yank skips it      (default: checked if offered)
  --lifecycle        channels, deprecations, moves and removals must be offered;
                     --no-lifecycle skips them       (default: checked if offered)
  --log              a transparency log must be offered; --no-log skips it
                                                     (default: checked if offered)
  --strict           recommended checks count as well
  --timeout SECONDS  timeout of one request          (default 10)
  --filter TEXT      run only the checks with TEXT in their ids
  --junit FILE       write a JUnit XML report
  --json FILE        write a JSON report
  --list             print all checks and stop
  --version, --help

Exit codes: 0 conforms, 1 a check failed or could not run, 2 incomplete (required checks were
skipped, for example without a token), 3 wrong command line.
`;

const FLAGS = {
  'base-url': { type: 'string' },
  token: { type: 'string' },
  scope: { type: 'string' },
  search: { type: 'boolean' },
  yank: { type: 'boolean' },
  lifecycle: { type: 'boolean' },
  log: { type: 'boolean' },
  strict: { type: 'boolean' },
  timeout: { type: 'string' },
  filter: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
  list: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line. Flags override the environment. @throws {UsageError} */
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
    throw new UsageError('The URL of the registry is missing: give --base-url URL');
  const options: ConformanceOptions = {
    baseUrl,
    // Build servers pass a secret that is not set as an empty variable.
    token: flags.token ?? (env.PRIME_CONFORMANCE_TOKEN || undefined),
    scope: flags.scope,
    search: modeOf(flags.search),
    yank: modeOf(flags.yank),
    lifecycle: modeOf(flags.lifecycle),
    log: modeOf(flags.log),
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
    // A stray value is not quoted: it may be a token without its flag.
    const isStray = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
    throw new UsageError(isStray ? 'There is a value without a flag before it' : error.message);
  }
}

function modeOf(flag: boolean | undefined): FeatureMode {
  if (flag === undefined) return 'auto';
  return flag ? 'on' : 'off';
}
