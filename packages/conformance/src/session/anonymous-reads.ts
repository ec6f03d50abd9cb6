// Notices a registry that begins to ask for tokens in the middle of a run: the suite then sends the token, and every
// other check would go on passing.
import type { Exchange } from '../http/exchange.ts';

/** Two reads of the same kind without a token: the first was served, a later one was not. */
interface LateDemand {
  readonly served: Exchange;
  readonly refused: Exchange;
}

type Kind = 'list' | 'manifest' | 'tarball' | 'search';

/** The reads without a token, by what they read: a registry may keep only some of them private. */
export class AnonymousReads {
  readonly #served = new Map<Kind, Exchange>();
  /** The first read that needed a token too late. */
  late: LateDemand | undefined;

  /** Notes the response to a read without a token. */
  note(path: string, exchange: Exchange): void {
    const kind = kindOf(path);
    if (kind === undefined) return;
    const served = this.#served.get(kind);
    if (exchange.status === 200 || exchange.status === 304) this.#served.set(kind, served ?? exchange);
    else if (exchange.status === 401 && served !== undefined) this.late ??= { served, refused: exchange };
  }
}

function kindOf(path: string): Kind | undefined {
  if (path.startsWith('/search?')) return 'search';
  if (!path.startsWith('/pack/')) return undefined;
  if (path.endsWith('/tarball')) return 'tarball';
  return /^\/pack\/[^/]+(?:\?|$)/.test(path) ? 'list' : 'manifest';
}
