// Which modules of a bundle share a file. A bundler makes a file for each set of commands that import the same modules, and a
// command of fifty loads some sixty small files: Node.js resolves, reads and links each, and looks each up in the compile cache.
import type { CodeSplittingGroup, OutputAsset, OutputChunk } from 'rolldown';

/**
 * One file for each set of the given modules that import the same: each of these modules loads few files, and nothing that it does
 * not import. Others load fewer files with more in them.
 * @param output - a build without groups, which knows what is imported in the end
 * @param roots - absolute paths of modules
 * @throws Error if one of these modules is not in the build
 */
export function groupChunks(
  output: readonly (OutputChunk | OutputAsset)[],
  roots: readonly string[],
): CodeSplittingGroup[] {
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const users = new Map<OutputChunk, string[]>();
  for (const root of roots)
    for (const chunk of listImported(chunks, root)) users.set(chunk, [...(users.get(chunk) ?? []), root]);
  const groups = Map.groupBy(users, ([, of]) => of.join());
  return [...groups.values()].map((members) => {
    const modules = new Set(members.flatMap(([chunk]) => listGrouped(chunk)));
    const of = members[0]?.[1] ?? [];
    return {
      name: of.map(nameOf).join('-'),
      test: (id) => modules.has(id),
      // A group takes what its modules import as well, unless another group has taken it: more roots import that, never fewer.
      priority: of.length,
    };
  });
}

/** The file of a module, and those that it imports. Entries are left out: Node.js must find them, and an old one parse them. */
function listImported(chunks: ReadonlyMap<string, OutputChunk>, root: string): Set<OutputChunk> {
  const own = chunks.values().find(({ moduleIds }) => moduleIds.includes(root));
  if (own === undefined) throw new Error(`${root} is in no file of the build`);
  const found = new Set([own]);
  // Files are added while they are walked.
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk !== undefined && !chunk.isEntry) found.add(chunk);
    }
  return found;
}

/** What is loaded on demand itself keeps its file: `main.ts` awaits what loads the others, which would wait for it. */
function listGrouped({ moduleIds, facadeModuleId }: OutputChunk): string[] {
  return moduleIds.filter((id) => id !== facadeModuleId);
}

function nameOf(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
}
