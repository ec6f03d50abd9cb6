// Finds secrets in a tarball while it is inspected: access tokens anywhere, keys of well-known formats in
// text files. The result is plain data of bounded size, without any secret.
import type { TarballSink } from '@prime-registry/archive';
import type { Atom } from '@prime-registry/atoms';
import { hideTokens } from '@prime-registry/protocol';
import { type SecretFinding, SecretScanner } from '@prime-registry/secret-scan';
import { CompressedFiles } from './compressed-files.ts';
import { mayContainTokens } from './find-tokens.ts';
import { FoundTokens, type TokenDigest } from './found-tokens.ts';
import { MIN_OPERATOR_TOKEN_LENGTH, TokenFinder } from './token-finder.ts';

/**
 * What happens when a publish contains what looks like a secret: `warn` reports it, `enforce` refuses the
 * publish, `off` skips the scan. A valid token of this registry is refused in any case.
 */
export type SecretScan = 'warn' | 'enforce' | 'off';

/** How to search. Plain data. */
export interface SecretSearch {
  readonly secretScan: SecretScan;
  /** The operator's own token. */
  readonly operatorToken: string | undefined;
}

/** What looks like a secret. It never contains it. */
export interface PlacedSecret extends SecretFinding {
  /** Of the file in the tarball, or `manifest` for the part of the form. */
  readonly path: string;
}

export interface FoundSecrets {
  /** Without duplicates, at most about 1,000. */
  readonly tokens: readonly TokenDigest[];
  /** Whether there are more tokens than that. */
  readonly hasTooManyTokens: boolean;
  /** In the order of the archive, at most 100. */
  readonly secrets: readonly PlacedSecret[];
  /** The number of all. */
  readonly secretCount: number;
  /** Whether all text was scanned for {@link secrets}. */
  readonly isComplete: boolean;
}

/** Of a tarball that was not searched. */
export const NO_SECRETS: FoundSecrets = {
  tokens: [],
  hasTooManyTokens: false,
  secrets: [],
  secretCount: 0,
  isComplete: true,
};

const MAX_SECRETS = 100;
/** Most text that is scanned if a secret is only reported, in bytes: some tenths of a second. */
const MAX_REPORTED_BYTES = 64 * 2 ** 20;
/** A file with a NUL byte among its first ones is binary. */
const JUDGED_BYTES = 1024;

/** A sink for the inspection; forwards everything to another one, if there is one. */
export class TarballSecrets implements TarballSink {
  readonly #search: SecretSearch;
  readonly #next: TarballSink | undefined;
  readonly #tokens = new FoundTokens();
  readonly #packed: TokenFinder;
  readonly #archive: TokenFinder;
  /** Only tells in which file a token is. */
  readonly #contents: TokenFinder;
  readonly #compressed: CompressedFiles;
  readonly #scanner: SecretScanner | undefined;
  readonly #secrets: PlacedSecret[] = [];
  #secretCount = 0;
  #bytesLeft: number;
  #path = '';
  #fileBytes = 0;
  #isScanned = false;

  /** @param maxNestedBytes - of what compressed files unpack to, below the usual limit */
  constructor(search: SecretSearch, next?: TarballSink, maxNestedBytes = Number.POSITIVE_INFINITY) {
    this.#search = search;
    this.#next = next;
    this.#packed = new TokenFinder(this.#tokens, search.operatorToken);
    this.#archive = new TokenFinder(this.#tokens, search.operatorToken);
    this.#contents = new TokenFinder(this.#tokens, search.operatorToken);
    const nested = new TokenFinder(this.#tokens, search.operatorToken);
    this.#compressed = new CompressedFiles(
      { onNested: (bytes, path) => nested.write(bytes, this.#hideIn(path)), onNestedEnd: () => nested.end() },
      maxNestedBytes,
    );
    this.#scanner = search.secretScan === 'off' ? undefined : new SecretScanner();
    this.#bytesLeft = search.secretScan === 'enforce' ? Number.POSITIVE_INFINITY : MAX_REPORTED_BYTES;
  }

  /** Whether compressed files were left out that unpack to more than the limit. */
  get leftNestedOut(): boolean {
    return this.#compressed.isCut;
  }

  /** Searches the compressed files that were inspected in the meantime. */
  async unpack(): Promise<void> {
    await this.#compressed.run();
  }

  /** Frees memory; safe at any time. */
  discard(): void {
    this.#compressed.discard();
  }

  onPacked(bytes: Uint8Array): void {
    this.#packed.writePacked(bytes);
    this.#next?.onPacked?.(bytes);
  }

  onArchive(bytes: Uint8Array): void {
    this.#archive.write(bytes);
    this.#next?.onArchive?.(bytes);
  }

  onFolder(path: string): void {
    this.#findInPath(path);
    this.#next?.onFolder(path);
  }

  onFile(path: string, sizeBytes: number): void {
    this.#findInPath(path);
    this.#path = path;
    this.#fileBytes = 0;
    this.#isScanned = this.#scanner !== undefined;
    this.#compressed.onFile(this.#path);
    this.#next?.onFile(path, sizeBytes);
  }

  onContent(bytes: Uint8Array): void {
    // What is in a file was found in the archive before.
    if (this.#tokens.size > 0) this.#contents.write(bytes, this.#hideIn(this.#path));
    else this.#contents.skip(bytes);
    this.#scan(bytes);
    this.#compressed.onContent(bytes);
    this.#next?.onContent(bytes);
  }

  onFileEnd(): void {
    this.#contents.end();
    this.#endScan();
    this.#compressed.onFileEnd();
    this.#next?.onFileEnd();
  }

  /** Searches what the registry would show of atoms, where escapes have become characters. */
  searchAtoms(atoms: readonly Atom[]): void {
    const { operatorToken } = this.#search;
    for (const { id, name, label = '', description, domain = '', tags, texts, path } of atoms) {
      const { summary, core, full } = texts;
      for (const text of [id, name, label, description, domain, ...tags, summary, core, full]) {
        if (!mayContainTokens(text, operatorToken)) continue;
        new TokenFinder(this.#tokens, operatorToken).write(Buffer.from(text), this.#hideIn(path));
      }
    }
  }

  /** Everything that was found so far. */
  list(): FoundSecrets {
    return {
      tokens: this.#tokens.list(),
      hasTooManyTokens: this.#tokens.areTooMany,
      secrets: this.#secrets,
      secretCount: this.#secretCount,
      isComplete: this.#bytesLeft >= 0,
    };
  }

  /** A header may divide a path at a slash, which the operator's token may contain. */
  #findInPath(path: string): void {
    if (this.#search.operatorToken?.includes('/') !== true) return;
    const finder = new TokenFinder(this.#tokens, this.#search.operatorToken);
    finder.write(Buffer.from(path), this.#hideIn(path));
  }

  #hideIn(path: string): string {
    const { operatorToken = '' } = this.#search;
    const isLong = operatorToken.length >= MIN_OPERATOR_TOKEN_LENGTH;
    return hideTokens(isLong ? path.replaceAll(operatorToken, '***') : path);
  }

  #scan(bytes: Uint8Array): void {
    if (!this.#isScanned) return;
    if (this.#fileBytes < JUDGED_BYTES) {
      const judged = bytes.subarray(0, JUDGED_BYTES - this.#fileBytes);
      if (judged.includes(0) && !(this.#fileBytes === 0 && isUtf16(judged))) this.#isScanned = false;
    }
    this.#fileBytes += bytes.length;
    if (!this.#isScanned) return;
    this.#bytesLeft -= bytes.length;
    if (this.#bytesLeft < 0) this.#isScanned = false;
    else this.#scanner?.write(bytes);
  }

  #endScan(): void {
    if (this.#scanner === undefined || this.#fileBytes === 0) return;
    const { findings, count } = this.#scanner.end();
    this.#secretCount += count;
    for (const finding of findings) {
      if (this.#secrets.length < MAX_SECRETS)
        this.#secrets.push({ path: this.#hideIn(this.#path), ...finding });
    }
  }
}

/** Begins with a byte order mark of UTF-16. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
