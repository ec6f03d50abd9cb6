// Hidden characters of manifest and README, in the receipt of a publish.
import { locateHidden, MAX_RECEIPT_PROBLEMS, type PublishReceipt } from '@prime-registry/protocol';
import type { PublishedVersion } from '../actions/publish-version/publish-version.ts';

/** The field of a receipt that is not in the contract; empty if nothing is hidden. */
export function reportHidden({
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
