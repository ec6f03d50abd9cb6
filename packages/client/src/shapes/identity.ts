// Checks what an answer is about, which no schema can say: an answer about another Prime, or about none, is
// refused.
import { isSha256, isVersion, parsePrimeName, parseVersion, quote } from '@prime-registry/protocol';
import { isAtomIdForm } from '../check-arguments.ts';
import type { VersionItem } from '../registry-reader.ts';
import { ShapeError } from './read-shape.ts';

/** @throws ShapeError unless the name is the one that was asked for. */
export function requireSameName(name: string, asked: string): void {
  if (name !== asked) throw new ShapeError(`it is about ${quote(name)} instead of ${quote(asked)}`);
}

/** @throws ShapeError unless the answer is about the version that was asked for; build metadata may differ. */
export function requireSubject(answer: VersionItem, asked: VersionItem): void {
  requireSameName(answer.name, asked.name);
  requireVersion(answer.version);
  if (findVersionIdentity(answer.version) === findVersionIdentity(asked.version)) return;
  throw new ShapeError(`it is about version ${quote(answer.version)} instead of ${quote(asked.version)}`);
}

/** @throws ShapeError unless the text is the name of a Prime. */
export function requireName(name: string): void {
  if (!parsePrimeName(name).ok) throw new ShapeError(`${quote(name)} is not the name of a Prime`);
}

/** @throws ShapeError unless the text is a version. */
export function requireVersion(version: string): void {
  if (!isVersion(version)) throw new ShapeError(`${quote(version)} is not a semantic version`);
}

/**
 * Ids stand in lines of programs, next to what these say themselves.
 * @throws ShapeError unless the text is an id of an atom
 */
export function requireAtomId(id: string): void {
  if (!isAtomIdForm(id)) throw new ShapeError(`${quote(id)} is not an atom id`);
}

/** A digest in lower case: the contract leaves its case open. @throws ShapeError when it is malformed. */
export function toSha256(text: string): string {
  const sha256 = text.toLowerCase();
  if (isSha256(sha256)) return sha256;
  throw new ShapeError("'sha256' is not 64 hexadecimal digits");
}

/** Whether the Prime can be installed by this name and version. */
export function isInstallable({ name, version }: VersionItem): boolean {
  return parsePrimeName(name).ok && isVersion(version);
}

function findVersionIdentity(text: string): string | undefined {
  const version = parseVersion(text);
  return version.ok ? version.value.identity : undefined;
}
