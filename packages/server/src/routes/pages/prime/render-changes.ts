// Renders the changes between two versions in words. Cached: versions do not change.
import type { PrimeName, Version } from '@prime-registry/protocol';
import { type ComparedRange, Html } from '@prime-registry/web';
import { diffVersions } from '../../../actions/read-atoms/diff-versions.ts';
import type { Needs } from '../../route-deps.ts';

export type ChangesNeeds = 'store' | 'tasks' | 'comparisons' | 'pageCache';

/** Up to this length, in characters, even the worst texts are compared in some milliseconds. */
const SHORT_LENGTH = 20_000;

/** The changes as a part of a page. */
interface RenderedChanges {
  /** The versions as they were published. */
  readonly range: ComparedRange;
  readonly changes: Html;
}

/**
 * Renders the changes, or takes them from the cache.
 * @param key - for whom; see TaskUse
 * @throws RegistryError `prime_not_found`, `version_not_found`, `atoms_not_read`, `overloaded`
 */
export async function getChanges(
  deps: Needs<ChangesNeeds>,
  name: PrimeName,
  [from, to]: readonly [Version, Version],
  key: string,
): Promise<RenderedChanges> {
  const { comparison, subject } = await diffVersions(deps, name, [from, to], key);
  const { outline } = comparison;
  const changes = await deps.pageCache.diffs.getOrLoad(subject, async () => {
    const ids = outline.changed.flatMap(({ atom, sides }) => (sides === undefined ? [] : [atom.id]));
    const [before, after] = await Promise.all([
      readTexts(deps, name, from, ids),
      readTexts(deps, name, to, ids),
    ]);
    const texts = {
      before: before.atoms,
      after: after.atoms,
      readmes: [before.readme, after.readme] as const,
      manifests: [before.manifest, after.manifest] as const,
    };
    const use = { subject, key, isSmall: before.length + after.length <= SHORT_LENGTH };
    const html = await deps.tasks.use('renderDiff', undefined, use, (call) => call('render', outline, texts));
    return new Html(html);
  });
  return { range: [outline.before, outline.after], changes };
}

async function readTexts(
  { store }: Needs<'store'>,
  name: PrimeName,
  version: Version,
  ids: readonly string[],
) {
  const [atoms, readme = '', source] = await Promise.all([
    ids.length === 0 ? new Map<string, string>() : store.readTexts(name.full, version, ids, 'full'),
    store.findReadme(name.full, version),
    store.findSourceManifest(name.full, version),
  ]);
  const manifest = new TextDecoder().decode(source);
  const inAtoms = [...atoms.values()].reduce((sum, { length }) => sum + length, 0);
  return { atoms, readme, manifest, length: inAtoms + readme.length + manifest.length };
}
