// The door of the package: what a registry and its client need to know about Prime tarballs.
export { extractTarball } from './extract/extract-tarball.ts';
export type { Extraction } from './extract/extraction.ts';
export { type FileDigest, NO_DIGEST } from './extract/file-digest.ts';
export { listFileDigests } from './extract/list-file-digests.ts';
export type { Chunks } from './extract/read-chunks.ts';
export { readTarballFileDigests } from './extract/read-tarball-file-digests.ts';
export { treeDigest } from './extract/tree-digest.ts';
export { type ArchiveLimits, RATIO_JUDGED_FROM_BYTES } from './inspect/archive-limits.ts';
export { TarballInspector } from './inspect/tarball-inspector.ts';
export type { Inspection, TarballReport } from './inspect/tarball-report.ts';
export type { TarballSink } from './inspect/tarball-sink.ts';
export { type ListTreeOptions, listTree } from './pack/list-tree.ts';
export { packEntries } from './pack/pack-entries.ts';
export type { PackEntry } from './pack/pack-entry.ts';
export { PackError } from './pack/pack-error.ts';
export { releaseMemory } from './release-memory.ts';
export type { TarballProblem } from './tarball-problem.ts';
