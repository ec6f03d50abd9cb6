// Detects clients that want Markdown instead of a page (RFC 9110, section 12.5.1).
import type { FastifyRequest } from 'fastify';

const MARKDOWN = 'text/markdown';
const HTML = 'text/html';

/**
 * Whether the client names Markdown, and wants nothing more than it that a page is. Browsers do not name it; a range
 * such as `*`/`*` is no wish.
 */
export function prefersMarkdown({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { accept = '' } = headers;
  // The usual case.
  if (!accept.toLowerCase().includes(MARKDOWN)) return false;
  const weights = readWeights(accept);
  const markdown = weights.get(MARKDOWN) ?? 0;
  return markdown > 0 && markdown >= (weights.get(HTML) ?? 0);
}

/** The weight of each named type: the highest, if it is named several times. */
function readWeights(accept: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    weights.set(type, Math.max(weights.get(type) ?? 0, readWeight(parameters)));
  }
  return weights;
}

/** From 0 to 1; a malformed weight is no wish. */
function readWeight(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given.slice(2)) : 0;
}
