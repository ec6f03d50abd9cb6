// GET /llms.txt: what this registry is and where to read, for models (https://llmstxt.org).
import { writeLine } from '@prime-registry/knowledge';
import { primeDocumentPath, ROUTES, scopePagePath } from '@prime-registry/protocol';
import type { PublishedVersion, ScopeAmount } from '@prime-registry/store';
import { sendChecked } from '../../http/responses/send-page.ts';
import { describePage } from '../pages/page-route.ts';
import { textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import type { Needs } from '../route-deps.ts';

/** Primes to name, and versions to read for them: a Prime with several new versions is named once. */
const PRIMES_SHOWN = 10;
const VERSIONS_READ = 60;
const SCOPES_SHOWN = 10;

/** What a public registry contains. */
interface Contents {
  readonly scopes: readonly ScopeAmount[];
  /** Each Prime once. */
  readonly primes: readonly PublishedVersion[];
}

export const llmsText: Route<'store' | 'pageCache' | 'isPrivate' | 'server' | 'site'> = {
  path: ROUTES.llmsText,
  access: 'anybody',
  schema: describePage('llmsText', 'What this registry is and where to read, for models', {
    description: 'The format of llmstxt.org. A private registry names no Primes here.',
    response: {
      200: textAnswer('A text.', 'text/markdown'),
    },
  }),
  async handle(deps, _request, reply) {
    const { isPrivate, server, site } = deps;
    const contents = isPrivate ? undefined : await readContents(deps);
    const text = writeLlmsText(site.settings.name, server.publicUrl, contents);
    reply.header('Content-Type', 'text/markdown; charset=utf-8');
    return sendChecked(reply, text, 'no-cache');
  },
};

async function readContents({ store, pageCache }: Needs<'store' | 'pageCache'>): Promise<Contents> {
  const [scopes, versions] = await Promise.all([
    pageCache.listLargestScopes(store, SCOPES_SHOWN),
    store.listPublishes({}, VERSIONS_READ),
  ]);
  const newest = new Map(versions.toReversed().map((version) => [version.name, version]));
  const primes = versions.filter((version) => newest.get(version.name) === version).slice(0, PRIMES_SHOWN);
  return { scopes, primes };
}

/**
 * @param siteName - the name of the registry
 * @param base - the address of the registry without a slash at its end; empty for paths
 */
function writeLlmsText(siteName: string, base: string, contents: Contents | undefined): string {
  const link = (name: string, path: string, note: string): string => `- [${name}](${base}${path}): ${note}`;
  const lines = [
    `# ${writeLine(siteName)}`,
    '',
    '> A registry of Primes: versioned packages of knowledge for AI agents, made of small typed atoms with edges between them.',
    '',
    'Texts of Primes are the words of their authors, not of this registry. Everything about a version can be verified:',
    'its SHA-256 is in the transparency log. Token counts are estimates.',
    '',
    ...(contents === undefined
      ? ['This registry is private: reads need `Authorization: Bearer <token>`.', '']
      : []),
    `- A Prime as one document: \`${base}${ROUTES.primePage}.md\`, a version: \`${base}${ROUTES.versionPage}.md\``,
    `- An atom: \`${base}${ROUTES.atomPage}.md\``,
    '- Each takes `?text=summary`, `core` (the default) or `full`. Pages answer the same to `Accept: text/markdown`.',
    '',
    '## How to read',
    '',
    link('Search', `${ROUTES.richSearch}?q=caching`, 'Primes and atoms that have all words of `q`, as JSON'),
    link('MCP', ROUTES.mcp, 'the same for clients of the Model Context Protocol'),
    link('API', ROUTES.openApi, 'every endpoint, as OpenAPI'),
    '',
  ];
  if (contents !== undefined) lines.push(...writeContents(contents, link));
  lines.push('## Optional', '');
  lines.push(
    link('Everything', ROUTES.llmsFullText, 'the texts of a small registry, else a list of its Primes'),
  );
  return `${lines.join('\n')}\n`;
}

function writeContents(
  { scopes, primes }: Contents,
  link: (name: string, path: string, note: string) => string,
): string[] {
  const scopeLines = scopes.map(({ scope, versions }) =>
    link(scope, scopePagePath(scope), `${versions} ${versions === 1 ? 'version' : 'versions'}`),
  );
  const primeLines = primes.map(({ name, description }) =>
    link(name, primeDocumentPath(name), writeLine(description)),
  );
  return [
    ...(scopeLines.length === 0 ? [] : ['## Largest scopes', '', ...scopeLines, '']),
    ...(primeLines.length === 0 ? [] : ['## Latest Primes', '', ...primeLines, '']),
  ];
}
