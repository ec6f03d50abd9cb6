// GET /llms-full.txt: the texts of a small registry in one document; of a larger one, a list of its Primes.

import type { TextLevel } from '@prime-registry/atoms';
import {
  DOCUMENT_FORM,
  type KnowledgeSource,
  type KnownPrime,
  writeDocument,
  writeLine,
} from '@prime-registry/knowledge';
import { primeDocumentPath, ROUTES } from '@prime-registry/protocol';
import type { PrimeEntry } from '@prime-registry/store';
import { entityTagOf } from '../../http/responses/entity-tag.ts';
import { sendChecked } from '../../http/responses/send-page.ts';
import { describePage } from '../pages/page-route.ts';
import { OVERLOADED, problems, textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import type { Needs } from '../route-deps.ts';
import { DocumentQuerySchema, readTextLevel } from './document-request.ts';
import { documentBytes, MARKDOWN, streamDocument } from './send-document.ts';

/** A registry is small up to this many Primes, and tokens at the length that is asked for. */
const MAX_PRIMES = 50;
const MAX_TOKENS = 200_000;
/** Primes in the list of a larger one. */
const MAX_LISTED = 1000;

export const llmsFullText: Route<'store' | 'knowledge' | 'reading' | 'isPrivate' | 'server' | 'site'> = {
  path: ROUTES.llmsFullText,
  weight: 'heavy',
  schema: describePage('llmsFullText', 'The texts of a small registry, for models', {
    description: `The latest versions of at most ${MAX_PRIMES} Primes with ${MAX_TOKENS} tokens; of a larger registry, a list of Primes.`,
    querystring: DocumentQuerySchema,
    response: {
      200: textAnswer('A text.', 'text/markdown'),
      ...problems([400, 'The query parameter is wrong.'], OVERLOADED),
    },
  }),
  async handle(deps, request, reply) {
    const { store, knowledge, isPrivate, server, site } = deps;
    const level = readTextLevel(request);
    const listed = await store.listPrimes(undefined, '', MAX_LISTED + 1);
    const primes = await readSmall(deps, listed, level);
    const cacheControl = isPrivate ? 'private, no-cache' : 'no-cache';
    if (primes === undefined)
      return sendChecked(
        reply.type(MARKDOWN),
        writeIndex(site.settings.name, server.publicUrl, listed),
        cacheControl,
      );
    const facts = primes.map(({ from, logIndex, deprecated = null, ...rest }) => ({ ...rest, deprecated }));
    const tag = entityTagOf(JSON.stringify([DOCUMENT_FORM, level, facts]));
    return streamDocument(deps, request, reply, {
      headers: { ETag: tag, 'Cache-Control': cacheControl },
      reads: primes.length,
      sizeBytes: Math.max(0, ...primes.map(documentBytes)),
      pieces: writeAll(knowledge, primes, level),
    });
  },
};

/** The latest versions, if they are few and short; undefined otherwise. */
async function readSmall(
  { knowledge }: Needs<'knowledge'>,
  listed: readonly PrimeEntry[],
  level: TextLevel,
): Promise<KnownPrime[] | undefined> {
  if (listed.length > MAX_PRIMES) return undefined;
  const primes: KnownPrime[] = [];
  let tokens = 0;
  for (const { name, latest } of listed) {
    const prime = latest === undefined ? undefined : await knowledge.findPrime(name, latest);
    if (prime === undefined) continue;
    tokens += prime.tokens[level];
    if (tokens > MAX_TOKENS) return undefined;
    primes.push(prime);
  }
  return primes;
}

async function* writeAll(
  knowledge: KnowledgeSource,
  primes: readonly KnownPrime[],
  level: TextLevel,
): AsyncGenerator<string, void, undefined> {
  if (primes.length === 0) yield 'This registry has no Primes.\n';
  for (const [index, prime] of primes.entries()) {
    if (index > 0) yield '\n---\n\n';
    yield* writeDocument(knowledge, prime, { level });
  }
}

function writeIndex(siteName: string, base: string, listed: readonly PrimeEntry[]): string {
  const shown = listed.slice(0, MAX_LISTED);
  const lines = shown.flatMap(({ name, latest }) =>
    latest === undefined ? [] : [`- [${name}](${base}${primeDocumentPath(name)}): ${latest}`],
  );
  const isCut = listed.length > shown.length;
  const about = isCut
    ? `The first ${shown.length} Primes by name. All of them: ${base}${ROUTES.primeList}; search: ${base}${ROUTES.richSearch}?q=words`
    : `All Primes. Search: ${base}${ROUTES.richSearch}?q=words`;
  return [
    `# ${writeLine(siteName)}`,
    '',
    '> This registry is too large for one document.',
    '',
    about,
    '',
    '## Primes',
    '',
    ...lines,
    '',
  ].join('\n');
}
