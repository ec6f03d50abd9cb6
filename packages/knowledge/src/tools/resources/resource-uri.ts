// Addresses of atoms as resources: `prime://acme/web-style/1.2.0/rule-x/core`.
import { parseAtomId, TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { type Parsed, parsePrimeName, parseRange, quote, scopeOf } from '@prime-registry/protocol';

/** RFC 6570, level 1. */
const URI_TEMPLATE = 'prime://{scope}/{name}/{version}/{atom}/{level}';

/** The templates of all resources, as `resources/templates/list` of the Model Context Protocol shows them. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: URI_TEMPLATE,
    name: 'atom',
    title: 'Text of an atom',
    description:
      'scope without @; version or latest; atom as rule-x, or its whole id if its scope is another one; level is summary, core or full',
    mimeType: 'text/markdown',
  },
];

/** Longest address, in characters. */
const MAX_URI_LENGTH = 1024;

/** An atom of a version at one length. */
export interface ResourcePlace {
  /** `@scope/name` of the Prime. */
  readonly prime: string;
  /** A version, or what stands for one, such as `latest`. */
  readonly version: string;
  /** Whether `version` is one version, whose texts never change. */
  readonly isFixed: boolean;
  /** `@scope/name` of the atom. */
  readonly atom: string;
  readonly level: TextLevel;
}

const EXAMPLE = 'prime://acme/web-style/1.2.0/rule-line-length/core';

/**
 * Reads an address. The scope may have its `@`. The atom is its whole id, percent-encoded, or only the part behind the
 * slash if its scope is that of the Prime.
 */
export function parseResourceUri(uri: string): Parsed<ResourcePlace> {
  if (uri.length > MAX_URI_LENGTH) {
    return reject(`the address has ${uri.length} characters; at most ${MAX_URI_LENGTH} are allowed`);
  }
  if (!uri.startsWith('prime://'))
    return reject(`${quote(uri)} does not begin with 'prime://', as in ${EXAMPLE}`);
  const segments = uri.slice('prime://'.length).split('/').map(decodeSegment);
  const [scope, name, version, atom, level] = segments;
  if (segments.length !== 5 || scope === undefined || name === undefined) {
    return reject(`${quote(uri)} is not of the form ${URI_TEMPLATE}, as in ${EXAMPLE}`);
  }
  const prime = parsePrimeName(`${scope.startsWith('@') ? scope : `@${scope}`}/${name}`);
  if (!prime.ok) return prime;
  const range = parseRange(version ?? '');
  if (!range.ok) return range;
  const id = parseAtomId(atom?.includes('/') ? atom : `${prime.value.scope}/${atom ?? ''}`);
  if (!id.ok) return id;
  const known = TEXT_LEVELS.find((candidate) => candidate === level);
  if (known === undefined) return reject(`${quote(uri)} does not end in ${TEXT_LEVELS.join(', ')}`);
  const isFixed = range.value.kind === 'exact';
  const place = { prime: prime.value.full, version: range.value.text, isFixed, atom: id.value.full };
  return { ok: true, value: { ...place, level: known } };
}

/** The address of an atom of a version. */
export function formatResourceUri({ prime, version, atom, level }: Omit<ResourcePlace, 'isFixed'>): string {
  const scope = scopeOf(prime);
  const short = scopeOf(atom) === scope ? atom.slice(scope.length + 1) : encodeURIComponent(atom);
  const name = prime.slice(scope.length + 1);
  return `prime://${scope.slice(1)}/${name}/${encodeURIComponent(version)}/${short}/${level}`;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function reject(message: string): Parsed<never> {
  return { ok: false, message };
}
