// What an answer is about. One that is about another Prime, or that names none, is not the answer to what was asked.
import { isSha256, parsePrimeName, parseVersion, quote } from '@prime-registry/protocol';
import { type Fields, getText, ShapeError } from './fields.ts';

/** The field `name`, which must be the one that was asked for. */
export function getSameName(fields: Fields, asked: string): string {
  const name = getText(fields, 'name');
  if (name === asked) return name;
  throw new ShapeError(`it is about ${quote(name)} instead of ${quote(asked)}`);
}

/** The field `version` as the registry spells it, which must be the one that was asked for but for build metadata. */
export function getSameVersion(fields: Fields, asked: string): string {
  const version = getVersion(fields);
  if (findVersionIdentity(version) === findVersionIdentity(asked)) return version;
  throw new ShapeError(`it is about version ${quote(version)} instead of ${quote(asked)}`);
}

/** The field `name`, which must be the name of a Prime. */
export function getName(fields: Fields): string {
  const name = getText(fields, 'name');
  if (parsePrimeName(name).ok) return name;
  throw new ShapeError(`${quote(name)} is not the name of a Prime`);
}

/** The field `version`, which must be a version. */
export function getVersion(fields: Fields): string {
  const version = getText(fields, 'version');
  if (findVersionIdentity(version) !== undefined) return version;
  throw new ShapeError(`${quote(version)} is not a semantic version`);
}

/** The field `sha256` in lower case. */
export function getSha256(fields: Fields): string {
  const sha256 = getText(fields, 'sha256').toLowerCase();
  if (isSha256(sha256)) return sha256;
  throw new ShapeError("'sha256' is not 64 hexadecimal digits");
}

function findVersionIdentity(text: string): string | undefined {
  const version = parseVersion(text);
  return version.ok ? version.value.identity : undefined;
}
