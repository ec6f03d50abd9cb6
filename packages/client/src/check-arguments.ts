// Checks the arguments of the client's methods before they become part of a path. A malformed one is a bug of the caller.
import { getValue, parsePrimeName, parseVersion, quote } from '@prime-registry/protocol';

/** @throws TypeError unless the text is the name of a Prime */
export function checkName(name: string): string {
  return getValue(parsePrimeName(name)).full;
}

/** @throws TypeError unless these are the name of a Prime and a version */
export function checkVersion(name: string, version: string): string {
  checkName(name);
  getValue(parseVersion(version));
  return version;
}

/** Whether a text has the form of an id of an atom, whatever its length. */
export function isAtomIdForm(text: string): boolean {
  return /^@[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\/[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(text);
}

/**
 * Keeps the id from changing the path of the request. The registry decides whether the atom exists.
 * @throws TypeError
 */
export function checkAtomId(id: string): void {
  if (isAtomIdForm(id)) return;
  throw new TypeError(`${quote(id)} is not an atom id; write it like @acme/rule-prefer-const.`);
}

/** A query string of the defined values. */
export function toQuery(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
