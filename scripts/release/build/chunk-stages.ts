// Which modules a command loads together, so that a build puts them into one file. Node.js resolves, reads and links each
// file of a bundle, and each has an entry in the compile cache.
import type { CodeSplittingGroup, OutputAsset, OutputChunk } from 'rolldown';

/** A step in which a command loads code. */
export interface Stage {
  /** The name of its file. */
  readonly name: string;
  /** What the step imports. What these import in turn belongs to it, unless an earlier step has it. */
  readonly modules: readonly string[];
}

/** A file for a step. */
export type ChunkGroup = CodeSplittingGroup;

/**
 * The files of steps, from a build without them: what such a build has not put into the files of a step is not needed there,
 * even if some module names it.
 * @throws Error if a module of a step is in no file
 */
export function findStages(
  output: readonly (OutputChunk | OutputAsset)[],
  stages: readonly Stage[],
): ChunkGroup[] {
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const known = new Set<string>();
  return stages.map(({ name, modules }, index) => {
    const waiting = modules.map((module) => findChunk(chunks.values(), module).fileName);
    const files = new Set(waiting);
    // Files are added while they are walked.
    for (const file of files) for (const imported of chunks.get(file)?.imports ?? []) files.add(imported);
    const inside = new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []));
    const own = inside.difference(known);
    for (const module of own) known.add(module);
    // Entries stay files of their own: one that awaits something would wait for itself.
    return {
      name,
      test: (id: string) => own.has(id) && !isEntry(chunks.values(), id),
      priority: stages.length - index,
    };
  });
}

function findChunk(chunks: Iterable<OutputChunk>, module: string): OutputChunk {
  for (const chunk of chunks) if (chunk.moduleIds.includes(module)) return chunk;
  throw new Error(`${module} is in no file of the build`);
}

function isEntry(chunks: Iterable<OutputChunk>, module: string): boolean {
  for (const chunk of chunks) if (chunk.isEntry && chunk.facadeModuleId === module) return true;
  return false;
}
