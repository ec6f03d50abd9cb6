// Whether a request for a page asks for the same as a Markdown document: by `.md` at the end of its path, or by its
// Accept header; and which length of the texts.
import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import {
  DOCUMENT_SUFFIX,
  type PrimeName,
  parsePrimeName,
  parseVersion,
  quote,
  type Version,
} from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import type { Weight } from '../../http/admission/admission.ts';
import { prefersMarkdown } from '../../http/requests/prefers-markdown.ts';
import { readName, readVersion } from '../../http/requests/prime-path.ts';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { readHistory } from '../pages/read-prime.ts';
import { inQuery } from '../responses.ts';
import type { Needs } from '../route-deps.ts';

type PathNeeds = Needs<'store' | 'mirror'>;

/** The Prime that a path is about, and whether as a document. */
export interface AskedPrime {
  readonly name: PrimeName;
  readonly isDocument: boolean;
}

/** Parameters of the query of a document, for the API document. */
export const DocumentQuerySchema = inQuery({
  text: { enum: [...TEXT_LEVELS], description: 'The length of the texts of a document; core by default.' },
});

/** A document takes longer than a page. */
export function weighDocument(request: FastifyRequest): Weight {
  const parts = Object.values(request.params as Readonly<Record<string, string>>);
  const isNamed = parts.some((part) => part.endsWith(DOCUMENT_SUFFIX));
  return isNamed || prefersMarkdown(request) ? 'heavy' : 'usual';
}

/**
 * The Prime in the path. A name may itself end in `.md`: if this registry has a Prime of the whole name, the path is
 * that of its page. A registry behind this one is asked for the whole name only if it does not have the shorter one,
 * so that nobody there can take the place of a document, or learns names that belong here.
 * @throws RegistryError `not_found`, `upstream_unavailable`
 */
export async function readAskedPrime(deps: PathNeeds, request: FastifyRequest): Promise<AskedPrime> {
  const { scope = '', name = '' } = request.params as { scope?: string; name?: string };
  const isDocument = prefersMarkdown(request);
  const shorter = name.endsWith(DOCUMENT_SUFFIX)
    ? parsePrimeName(`${scope}/${withoutSuffix(name)}`)
    : undefined;
  if (shorter?.ok !== true) return { name: readName(request), isDocument };
  const whole = readName(request);
  const { store, mirror } = deps;
  if (await store.hasPrime(whole.full)) return { name: whole, isDocument };
  const document = { name: shorter.value, isDocument: true };
  if (!mirror.isOn || (await store.hasPrime(shorter.value.full))) return document;
  const { versions, lifecycle } = await mirror.listVersions(shorter.value);
  const isThere = versions.length > 0 || lifecycle !== undefined;
  return isThere ? document : { name: whole, isDocument };
}

/**
 * The version in the path. A prerelease may itself end in `.md`: if the Prime has a version that is written like the
 * whole, the path is that of its page.
 * @throws RegistryError `not_found`; those of readHistory
 */
export async function readAskedVersion(
  deps: PathNeeds,
  request: FastifyRequest,
): Promise<AskedPrime & { readonly version: Version }> {
  const { version: text = '' } = request.params as { version?: string };
  const isDocument = prefersMarkdown(request);
  const shorter = text.endsWith(DOCUMENT_SUFFIX) ? parseVersion(withoutSuffix(text)) : undefined;
  if (shorter?.ok !== true) return { ...readVersion(request), isDocument };
  const name = readName(request);
  const document = { name, version: shorter.value, isDocument: true };
  const whole = parseVersion(text);
  if (!whole.ok) return document;
  const { versions, lifecycle } = await readHistory(deps, name);
  const isVersion = [...versions, ...(lifecycle?.removed ?? [])].some(({ version }) => version === text);
  return isVersion ? { name, version: whole.value, isDocument } : document;
}

/**
 * The id of the atom in the path. A name may itself end in `.md`: if the version has an atom of the whole name, the path
 * is that of its page.
 */
export async function readAskedAtom(
  { store }: Needs<'store'>,
  request: FastifyRequest,
  { name, version }: { readonly name: PrimeName; readonly version: Version },
): Promise<{ readonly id: string; readonly isDocument: boolean }> {
  const { atomScope, atomName } = request.params as { atomScope: string; atomName: string };
  const id = `${atomScope}/${atomName}`;
  const isDocument = prefersMarkdown(request);
  if (!atomName.endsWith(DOCUMENT_SUFFIX) || (await store.findAtom(name.full, version, id)) !== undefined)
    return { id, isDocument };
  return { id: withoutSuffix(id), isDocument: true };
}

/** The length of the texts; `core` by default. @throws RegistryError `invalid_query` */
export function readTextLevel(request: FastifyRequest): TextLevel {
  const { text } = request.query as { text?: unknown };
  if (text === undefined) return 'core';
  const level = TEXT_LEVELS.find((each) => each === text);
  if (level !== undefined) return level;
  const message =
    typeof text === 'string'
      ? `${quote(text)} is no length of texts; write ${TEXT_LEVELS.join(', ')}`
      : 'is given more than once; give it once';
  throw invalidQuery([{ field: 'text', message }]);
}

function withoutSuffix(text: string): string {
  return text.slice(0, -DOCUMENT_SUFFIX.length);
}
