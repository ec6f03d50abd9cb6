// The fields of a publish receipt that are not in the contract.
import { locateHidden, MAX_RECEIPT_PROBLEMS, type PublishReceipt } from '@prime-registry/protocol';
import type { PublishedVersion } from '../../actions/publish-version/publish-version.ts';

/** The fields that are not in the contract; a field without content is left out. */
export function describeAdditions(published: PublishedVersion): Partial<PublishReceipt> {
  return { ...describeSecrets(published), ...describeHidden(published), ...describeAtoms(published) };
}

/** Empty if nothing looks like a secret. */
function describeSecrets({ found }: PublishedVersion): Pick<PublishReceipt, 'secrets'> {
  if (found === undefined) return {};
  const { secrets, count, isComplete } = found;
  const places = secrets.slice(0, MAX_RECEIPT_PROBLEMS).map((place) => ({ ...place }));
  return { secrets: { count, complete: isComplete, places } };
}

/** Hidden characters of manifest and README; empty if nothing is hidden. */
function describeHidden({
  version,
  readmePath,
}: PublishedVersion): Pick<PublishReceipt, 'hidden_characters'> {
  const files: [string, string | undefined][] = [
    ['manifest', Buffer.from(version.sourceManifest).toString()],
    [readmePath ?? 'README', version.readme],
  ];
  const found = files.map(([path, text = '']) => {
    // A byte order mark at the start is a matter of the encoding.
    const { count, places } = locateHidden(text.replace(/^\ufeff/, ''), MAX_RECEIPT_PROBLEMS);
    return { count, places: places.map((place) => ({ path, ...place })) };
  });
  const count = found.reduce((sum, file) => sum + file.count, 0);
  if (count === 0) return {};
  const places = found.flatMap((file) => file.places).slice(0, MAX_RECEIPT_PROBLEMS);
  return { hidden_characters: { count, places } };
}

/** Empty if the atoms could not be read. */
function describeAtoms({ version: { inventory }, step }: PublishedVersion): Pick<PublishReceipt, 'atoms'> {
  if (inventory === undefined) return {};
  const { atomCount, kinds, problems, problemCount } = inventory.summary;
  return {
    atoms: {
      count: atomCount,
      kinds: kinds.map(({ kind, count }) => ({ kind, count })),
      problem_count: problemCount,
      problems: problems.slice(0, MAX_RECEIPT_PROBLEMS).map((problem) => ({ ...problem })),
      ...(step && { step: { from: step.from.full, changes: step.counts, rule: step.rule } }),
    },
  };
}
