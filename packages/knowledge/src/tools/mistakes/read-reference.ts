// Reads names of Primes and ids of atoms as models write them: with an address, a registry or a version around them.
import { parseAtomId } from '@prime-registry/atoms';
import { type Parsed, parsePrimeName, parseRange, parseScope, quote } from '@prime-registry/protocol';
import { parseResourceUri } from '../resources/resource-uri.ts';
import { ToolMistake } from './tool-mistake.ts';

/** Most characters of a name, id or address in an argument. */
export const MAX_REFERENCE_LENGTH = 512;

/** Most characters of a version or range in an argument. */
export const MAX_WANTED_LENGTH = 256;

const NAME_IN_TEXT = /@[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*/;
const WITH_VERSION = /^(@[^@\s]+\/[^@\s]+)@(.+)$/;
const BEHIND_HOST = /^[^@]+\/(@[^@]+\/.+)$/;

/** The id of an atom in an argument. @throws ToolMistake that says how to write it */
export function readAtomReference(argument: string, text: string): string {
  return readReference(argument, text, 'id', (name) => mapValue(parseAtomId(name)));
}

/** The name of a Prime in an argument. @throws ToolMistake that says how to write it */
export function readPrimeReference(argument: string, text: string): string {
  return readReference(argument, text, 'name', (name) => mapValue(parsePrimeName(name)));
}

/** A version, range or channel in an argument. @throws ToolMistake that says how to write it */
export function readWanted(argument: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const parsed = parseRange(text);
  if (parsed.ok) return parsed.value.text;
  throw new ToolMistake(`'${argument}': ${parsed.message}.`);
}

/** A scope in an argument. @throws ToolMistake that says how to write it */
export function readScope(argument: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const parsed = parseScope(text);
  if (parsed.ok) return parsed.value;
  const withAt = parseScope(`@${text}`);
  const hint = withAt.ok ? `; write '@${text}'` : '';
  throw new ToolMistake(`'${argument}': ${parsed.message}${hint}.`);
}

function mapValue(parsed: Parsed<{ readonly full: string }>): Parsed<string> {
  return parsed.ok ? { ok: true, value: parsed.value.full } : parsed;
}

function readReference(
  argument: string,
  text: string,
  what: 'id' | 'name',
  parse: (text: string) => Parsed<string>,
): string {
  const parsed = parse(text);
  if (parsed.ok) return parsed.value;
  throw new ToolMistake(`'${argument}': ${explain(text, what, parse) ?? `${parsed.message}.`}`);
}

/** The intended reference, if it can be recognised. */
function explain(
  text: string,
  what: 'id' | 'name',
  parse: (text: string) => Parsed<string>,
): string | undefined {
  const uri = parseResourceUri(text);
  if (uri.ok) {
    const { atom, prime, version } = uri.value;
    return `${quote(text)} is the address of a resource; write the id '${atom}', with prime '${prime}' and version '${version}' as arguments of their own.`;
  }
  if (text.includes('://')) {
    const name = NAME_IN_TEXT.exec(text)?.[0];
    const instead = name === undefined || !parse(name).ok ? '' : `, as in '${name}'`;
    return `${quote(text)} is an address; write only the ${what}${instead}.`;
  }
  const [, bare = '', version = ''] = WITH_VERSION.exec(text) ?? [];
  if (parse(bare).ok) {
    return `${quote(text)} has a version; write '${bare}', and ${quote(version)} as the argument 'version'.`;
  }
  const [, behindHost = ''] = BEHIND_HOST.exec(text) ?? [];
  if (parse(behindHost).ok) {
    return `${quote(text)} names a registry; write '${behindHost}'. Which registries are read is configured, not an argument.`;
  }
  const lower = text.toLowerCase();
  return parse(lower).ok ? `${quote(text)} has upper-case letters; write '${lower}'.` : undefined;
}
