// Answers requests for pages at guessed addresses: with a redirect to what is meant, or with suggestions on the error
// page.
import { parsePrimeName, primePagePath, RegistryError } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../../http/requests/accepts-html.ts';
import { keepNearby } from '../../http/responses/nearby.ts';
import { sendRedirect } from '../../http/responses/send-redirect.ts';
import { readVersions } from '../pages/read-prime.ts';
import type { Needs } from '../route-deps.ts';
import { findPartOfLatest, guessPath } from './guess-path.ts';
import { findNearby, nearWords } from './nearby.ts';

/**
 * For a path without a route.
 * @param isPage - whether a path is that of a page
 * @returns where to, with the query; undefined if nothing is meant
 */
export function redirectUnknown(
  request: FastifyRequest,
  isPage: (path: string) => boolean,
): string | undefined {
  const [path, query] = splitTarget(request);
  const meant = guessPath(path);
  if (meant !== undefined && isPage(meant.split('?', 1)[0] ?? ''))
    return query === '' || meant.includes('?') ? meant : `${meant}?${query}`;
  if (acceptsHtml(request)) keepNearby(request, nearWords(path.split('/').slice(-2).join(' ')));
  return undefined;
}

/**
 * For a page of which the store says that it does not exist. The visitor may read.
 * @param mayLook - whether there is time to look for similar names
 * @returns the answer, if it is a redirect
 */
export async function answerAbsence(
  deps: Needs<'store' | 'mirror'>,
  request: FastifyRequest,
  reply: FastifyReply,
  mayLook: () => boolean,
): Promise<FastifyReply | undefined> {
  const [path, query] = splitTarget(request);
  const behind = query === '' ? '' : `?${query}`;
  const meant = guessPath(path);
  if (meant !== undefined) return sendRedirect(reply, `${meant}${behind}`, 308);
  const part = findPartOfLatest(path);
  const latest = part && (await findLatest(deps, part.name));
  if (part !== undefined && latest !== undefined)
    return sendRedirect(reply, `${primePagePath(part.name, latest)}/${part.part}${behind}`, 302);
  const { scope = '', name = '' } = request.params as { readonly scope?: string; readonly name?: string };
  if (acceptsHtml(request) && scope !== '' && mayLook()) {
    // The error that is being answered matters more than a failure of this.
    const nearby = await findNearby(deps.store, { scope, name }).catch(() => undefined);
    if (nearby !== undefined) keepNearby(request, nearby);
  }
  return undefined;
}

/** The latest version; undefined if there is none. */
export async function findLatest(deps: Needs<'store' | 'mirror'>, name: string): Promise<string | undefined> {
  const parsed = parsePrimeName(name);
  if (!parsed.ok) return undefined;
  try {
    return (await readVersions(deps, parsed.value)).latest?.full;
  } catch (error) {
    if (error instanceof RegistryError) return undefined;
    throw error;
  }
}

function splitTarget({ url }: FastifyRequest): [path: string, query: string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
