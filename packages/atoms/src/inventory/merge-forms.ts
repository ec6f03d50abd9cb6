// Merges sources and their compiled form: the sources define the atoms and their facts, the chunks are their texts as
// long as they are of the same sources.
import type { AtomDraft } from '../atom.ts';
import { compiledEdges } from '../compiled/compiled-draft.ts';
import type { CompiledAtom } from '../compiled/compiled-prime.ts';
import { CopiedSections } from '../compiled/copied-sections.ts';
import { findContradictions, findInnerContradictions } from './find-contradictions.ts';
import { inPieces } from './in-pieces.ts';
import type { SourceItem } from './source-atoms.ts';

/** Reports a place where the compiled form does not match the sources. */
export type ReportStale = (path: string, message: string, line?: number) => void;

/** The atoms of the sources. Chunks of another source are not used, so that all that is read says the same. */
export async function mergeForms(
  sources: readonly SourceItem[],
  compiled: ReadonlyMap<string, CompiledAtom>,
  report: ReportStale,
): Promise<AtomDraft[]> {
  const verbs = new Set(
    Array.from(compiled.values(), compiledEdges).flatMap((edges) => edges.map(({ verb }) => verb)),
  );
  const sections = await compareSections(sources, compiled);
  const left = new Map(compiled);
  const drafts = await inPieces(sources, async ({ draft, hash: hashing }) => {
    const hash = await hashing;
    const twin = left.get(draft.id);
    left.delete(draft.id);
    if (twin === undefined) {
      const message = `'${draft.id}' is not in the compiled form; compile the sources again`;
      if (compiled.size > 0) report(draft.path, message, draft.line);
      return { ...draft, hash };
    }
    const messages = [
      ...findInnerContradictions(twin),
      ...findContradictions({ ...draft, hash }, twin, { verbs, sections }),
    ];
    for (const message of messages) report(twin.path, message);
    return { ...draft, texts: { ...draft.texts, ...(messages.length === 0 && twin.texts) }, hash };
  });
  for (const { id, path } of left.values()) {
    report(path, `'${id}' has no source and was left out; compile the sources again`);
  }
  return drafts;
}

async function compareSections(
  sources: readonly SourceItem[],
  compiled: ReadonlyMap<string, CompiledAtom>,
): Promise<CopiedSections> {
  const sections = new CopiedSections();
  await inPieces(sources, ({ draft }) => {
    const { id, label, texts } = draft;
    const { texts: chunks = {}, yaml } = compiled.get(id) ?? {};
    if (yaml?.sourceHash !== undefined) return;
    // Compilers write the label as a section.
    const generated = label === undefined ? texts.full : `${texts.full}\n\n## Label\n${label}`;
    sections.compare(id, generated, chunks.full ?? chunks.core ?? chunks.summary);
  });
  return sections;
}
