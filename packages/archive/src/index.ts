// The door of the package: what a registry and its client need to know about Prime tarballs.
export { type ArchiveLimits, RATIO_JUDGED_FROM_BYTES } from './inspect/archive-limits.ts';
export { TarballInspector } from './inspect/tarball-inspector.ts';
export type { Inspection, TarballReport } from './inspect/tarball-report.ts';
export { listTree } from './pack/list-tree.ts';
export { packEntries } from './pack/pack-entries.ts';
export type { PackEntry } from './pack/pack-entry.ts';
export { PackError } from './pack/pack-error.ts';
export { releaseMemory } from './release-memory.ts';
export type { TarballProblem } from './tarball-problem.ts';
