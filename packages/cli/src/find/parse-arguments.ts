// Parses names and versions on the command line.

import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { type PrimeSpec, parsePrimeSpec } from '@prime-registry/client';
import { accept, type Flags, UsageError } from '@prime-registry/command-line';
import { type PrimeName, parsePrimeName, parseRange } from '@prime-registry/protocol';

/** `@scope/name`, with or without a range. @throws UsageError */
export function parseSpecArgument(text: string): PrimeSpec {
  return accept(parsePrimeSpec(text));
}

/** `@scope/name`. @throws UsageError */
export function parseNameArgument(text: string): PrimeName {
  const parsed = parsePrimeName(text);
  if (parsed.ok) return parsed.value;
  const name = parsePrimeName(text.slice(0, Math.max(0, text.indexOf('@', 1))));
  if (!name.ok) throw new UsageError(parsed.message);
  throw new UsageError(`'${text}' has a version or range, and only a name counts here: '${name.value.full}'`);
}

/** `@scope/name@1.2.0`: one version, not a range. @throws UsageError */
export function parseVersionArgument(text: string): { readonly name: PrimeName; readonly version: string } {
  const { name, range } = parseSpecArgument(text);
  const parsed = parseRange(range);
  if (!parsed.ok || parsed.value.kind !== 'exact') {
    throw new UsageError(`'${text}' does not name a single version; write it as in '${name.full}@1.2.0'`);
  }
  return { name, version: parsed.value.text };
}

/** `--text`: how long texts are. @param standard - without the option @throws UsageError */
export function readLevel({ text }: Flags, standard: TextLevel): TextLevel {
  if (text === undefined) return standard;
  const level = TEXT_LEVELS.find((known) => known === text);
  if (level !== undefined) return level;
  throw new UsageError(`--text: '${String(text)}' is not one of ${TEXT_LEVELS.join(', ')}`);
}
