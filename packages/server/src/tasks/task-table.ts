// The tasks that run in worker threads: whatever takes long for hostile content. A thread loads the code of a
// task when it first needs it.
import type { ThreadPool } from '@prime-registry/threads';

export const taskTable = {
  readTarball: async () => (await import('./publish/read-tarball-task.ts')).ReadTarballTask,
  readOwnSkill: async () => (await import('./files/read-own-skill-task.ts')).ReadOwnSkillTask,
  listFiles: async () => (await import('./files/list-files-task.ts')).ListFilesTask,
  readFile: async () => (await import('./files/read-file-task.ts')).ReadFileTask,
  checkManifest: async () => (await import('./publish/check-manifest-task.ts')).CheckManifestTask,
  readVersionList: async () => (await import('./lists/read-version-list-task.ts')).ReadVersionListTask,
  compareAtoms: async () => (await import('./compare/compare-atoms-task.ts')).CompareAtomsTask,
  renderDiff: async () => (await import('./render/render-diff-task.ts')).RenderDiffTask,
  drawGraph: async () => (await import('./render/draw-graph-task.ts')).DrawGraphTask,
  linkAtoms: async () => (await import('./render/link-atoms-task.ts')).LinkAtomsTask,
  orderReading: async () => (await import('./render/order-reading-task.ts')).OrderReadingTask,
  renderSkill: async () => (await import('./render/render-skill-task.ts')).RenderSkillTask,
  renderReading: async () => (await import('./render/render-reading-task.ts')).RenderReadingTask,
  renderMarkdown: async () => (await import('./render/render-markdown-task.ts')).RenderMarkdownTask,
};

/** The threads of a server. */
export type TaskPool = ThreadPool<typeof taskTable>;
