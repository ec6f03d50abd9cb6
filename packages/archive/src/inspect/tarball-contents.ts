// Checks the entries of a tarball one by one, and collects the data of the report.
import { findManifestProblem } from '../paths/manifest-path.ts';
import { findPathProblem } from '../paths/path-rules.ts';
import { PathTree } from '../paths/path-tree.ts';
import { quotePath, toPrintablePath } from '../paths/printable-path.ts';
import { findRepositoryProblem } from '../paths/repository-path.ts';
import type { TarEntry } from '../tar/read-entry.ts';
import type { TarSink } from '../tar/tar-reader.ts';
import { invalid, tooLarge } from '../tarball-problem.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { countAtoms } from './count-atoms.ts';
import { type KeptFile, RootFiles } from './root-files.ts';
import type { TarballReport } from './tarball-report.ts';
import type { TarballSink } from './tarball-sink.ts';

/** The root folder itself, which tar programs write as `./`. */
const ROOT = '.';

/** What else a tarball must not have. */
export interface ContentRules {
  /**
   * Whether git repositories are refused: where a tarball is new, and where it is unpacked. Tarballs from before this rule
   * can still be read.
   */
  readonly refusesRepositories?: boolean;
}

/** Accepts entries until one is refused, then throws a rejection; forwards valid ones to a sink. */
export class TarballContents implements TarSink {
  readonly #limits: ArchiveLimits;
  readonly #sink: TarballSink | undefined;
  readonly #refusesRepositories: boolean;
  readonly #tree = new PathTree();
  readonly #rootFiles = new RootFiles();
  #entryCount = 0;
  #fileCount = 0;
  #fileBytes = 0;
  #metadataBytes = 0;
  #keptFile: KeptFile | undefined;
  #contentLeft = 0;

  constructor(limits: ArchiveLimits, sink?: TarballSink, { refusesRepositories = false }: ContentRules = {}) {
    this.#limits = limits;
    this.#sink = sink;
    this.#refusesRepositories = refusesRepositories;
  }

  onEntry({ path: givenPath, kind, sizeBytes }: TarEntry): void {
    this.#entryCount += 1;
    const path = toRelativePath(givenPath, kind);
    if (path !== ROOT) {
      const problem =
        findPathProblem(path) ??
        findManifestProblem(path, sizeBytes) ??
        (this.#refusesRepositories ? findRepositoryProblem(path) : undefined);
      if (problem !== undefined)
        throw invalid(`${quotePath(givenPath)} ${problem}`, toPrintablePath(givenPath));
      const collision = this.#tree.add(path, kind);
      if (collision !== undefined) throw invalid(collision, toPrintablePath(path));
    }
    this.#requireEntryLimit(path);
    if (kind === 'folder') {
      if (path !== ROOT) this.#sink?.onFolder(path);
      return;
    }
    this.#fileCount += 1;
    this.#fileBytes += sizeBytes;
    // The size is checked before the bytes arrive, which is earlier than at the first excess byte.
    this.#requireSizeLimit(path);
    this.#keptFile = this.#rootFiles.findPlaceFor(path, sizeBytes);
    this.#sink?.onFile(path, sizeBytes);
    this.#contentLeft = sizeBytes;
    if (sizeBytes === 0) this.#sink?.onFileEnd();
  }

  onContent(bytes: Uint8Array): void {
    this.#keptFile?.append(bytes);
    this.#sink?.onContent(bytes);
    this.#contentLeft -= bytes.length;
    if (this.#contentLeft === 0) this.#sink?.onFileEnd();
  }

  onMetadata(sizeBytes: number): void {
    this.#metadataBytes += sizeBytes;
    this.#requireSizeLimit(undefined);
  }

  /** The report, after the whole archive was read. */
  getReport(): TarballReport {
    if (this.#fileCount === 0) throw invalid('the archive contains no files; add the files of the Prime');
    return {
      entryCount: this.#entryCount,
      unpackedBytes: this.#fileBytes,
      manifest: this.#rootFiles.manifest,
      readme: this.#rootFiles.readme,
      readmePath: this.#rootFiles.readmePath,
      ...countAtoms(this.#tree.root.children),
    };
  }

  /** Implied folders count too: unpacking creates them, and this limits the memory of the paths. */
  #requireEntryLimit(path: string): void {
    const { maxEntries } = this.#limits;
    if (Math.max(this.#entryCount, this.#tree.size) <= maxEntries) return;
    throw tooLarge(
      `the archive contains more than ${formatCount(maxEntries)} files and folders; leave out what readers do not need, or split the Prime`,
      toPrintablePath(path),
    );
  }

  #requireSizeLimit(path: string | undefined): void {
    const { maxUnpackedBytes } = this.#limits;
    if (this.#fileBytes + this.#metadataBytes <= maxUnpackedBytes) return;
    throw tooLarge(
      `the archive unpacks to more than ${formatCount(maxUnpackedBytes)} bytes; leave out what readers do not need, or split the Prime`,
      path === undefined ? undefined : toPrintablePath(path),
    );
  }
}

function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The path without a leading `./` and without the slash at the end of a folder; {@link ROOT} for the root. */
function toRelativePath(path: string, kind: 'file' | 'folder'): string {
  const withoutSlash = kind === 'folder' && path.endsWith('/') ? path.slice(0, -1) : path;
  if (withoutSlash === ROOT) return kind === 'folder' ? ROOT : '';
  const relative = withoutSlash.startsWith('./') ? withoutSlash.slice(2) : withoutSlash;
  // Not the root again: './.' is refused for its '.' part.
  return relative === ROOT ? withoutSlash : relative;
}
