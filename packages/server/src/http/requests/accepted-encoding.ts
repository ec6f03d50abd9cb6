// Negotiates the content encoding (RFC 9110, section 12.5.3).

/** How a body is sent. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Headers whose choice is remembered: browsers and programs send only a few different ones. */
const MAX_REMEMBERED = 200;
const remembered = new Map<string, Encoding>();

/**
 * The encoding that the client prefers; between equal ones the smaller.
 * @param acceptEncoding - the header; undefined if there is none, and then nothing is compressed
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const known = remembered.get(acceptEncoding);
  if (known !== undefined) return known;
  const chosen = choose(readWeights(acceptEncoding));
  if (remembered.size < MAX_REMEMBERED) remembered.set(acceptEncoding, chosen);
  return chosen;
}

/** @param acceptEncoding - the header; undefined if there is none, and then nothing is compressed */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return weighGzip(readWeights(acceptEncoding ?? '')) > 0;
}

function choose(weights: ReadonlyMap<string, number>): Encoding {
  const brotli = weights.get('br') ?? weights.get('*') ?? 0;
  const gzip = weighGzip(weights);
  const identity = weights.get('identity') ?? 0;
  if (Math.max(brotli, gzip) === 0 || identity > Math.max(brotli, gzip)) return 'identity';
  return brotli >= gzip ? 'br' : 'gzip';
}

function weighGzip(weights: ReadonlyMap<string, number>): number {
  return weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
}

/** The weight of each coding, from 0 to 1; a malformed weight counts as 1. */
function readWeights(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => /^q=[01](?:\.\d{0,3})?$/.test(parameter));
    weights.set(coding, weight === undefined ? 1 : Math.min(1, Number(weight.slice(2))));
  }
  return weights;
}
