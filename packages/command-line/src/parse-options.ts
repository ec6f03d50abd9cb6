// Reads the options of a command line with `parseArgs` of `node:util`, and says in plain words what is wrong
// with one.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { findSimilar } from '@prime-registry/protocol/basics';
import type { Flags, Options } from './option.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads options and positional arguments, in any order. `--no-name` turns a boolean option off, `--` ends the
 * options, and the last of several values counts unless the option is `multiple`.
 * @throws UsageError for an unknown option, a missing value, or a value where none is allowed
 */
export function parseOptions(
  options: Options,
  args: readonly string[],
): { flags: Flags; parameters: string[] } {
  const config: ParseArgsOptionsConfig = {};
  for (const [name, { type, multiple = false, short }] of Object.entries(options)) {
    // parseArgs keeps a value after `=`, whatever the type; it takes the next argument for `string` only.
    const known = type === 'string' ? 'string' : 'boolean';
    config[name] = { type: known, multiple, ...(short !== undefined && { short }) };
  }
  // Not strict: the error messages are our own.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: config,
    allowPositionals: true,
    allowNegative: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') requireValid(token, options);
  return { flags: values as Flags, parameters: positionals };
}

/** An option as it was typed. */
interface OptionToken {
  readonly name: string;
  /** Such as `-C` or `--no-json`. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value is part of the same argument, as in `--name=value`. */
  readonly inlineValue?: boolean | undefined;
}

function requireValid({ name, rawName, value, inlineValue }: OptionToken, options: Options): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  const isNegated = rawName === `--no-${name}`;
  if (option === undefined || (isNegated && option.type === 'string')) {
    const similar = findSimilar(name, Object.keys(options));
    throw new UsageError(
      `there is no option '${rawName}'${similar === undefined ? '' : `; did you mean '--${similar}'?`}`,
    );
  }
  if (option.type === 'boolean' && value !== undefined) throw new UsageError(`'${rawName}' takes no value`);
  if (option.type === 'boolean') return;
  if (option.type === 'flag-or-value') {
    if (value === '') throw new UsageError(`'${rawName}=' needs a value after the '='`);
    return;
  }
  if (value === undefined)
    throw new UsageError(`'${rawName}' needs a value: ${rawName} ${option.value ?? '<value>'}`);
  // An argument that begins with '-' is more likely the next option than a value. '-' alone is standard input
  // or output.
  if (inlineValue !== true && /^-./.test(value)) {
    throw new UsageError(
      `'${rawName}' needs a value; one that begins with '-' is written '--${name}=${value}'`,
    );
  }
}
