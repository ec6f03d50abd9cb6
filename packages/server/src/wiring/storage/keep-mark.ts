// The keeper of the mark, with its warnings.
import type { MarkStore } from '@prime-registry/blobs';
import type { RegistryStore } from '@prime-registry/store';
import { MarkKeeper } from '../../actions/lost-versions/mark-keeper.ts';

/** What is warned of, and where. */
export interface MarkParts {
  readonly store: Pick<RegistryStore, 'listMissingVersions' | 'listLastPublished'>;
  readonly marks: MarkStore;
  readonly now: () => number;
  readonly warn: (fields: object, message: string) => void;
}

export function createMarkKeeper({ warn, ...parts }: MarkParts): MarkKeeper {
  return new MarkKeeper({
    ...parts,
    onMissing: ({ versions, noticedAt }) =>
      warn(
        {
          missing: versions.map(({ name, identity }) => `${name} ${identity}`),
          noticed_at: noticedAt,
        },
        'the database lacks versions that were published, these and perhaps others: it is older than the tarballs. ' +
          "List them with 'prime-registry lost-versions find', publish them again with the very same files, or " +
          "skip their numbers; then run 'prime-registry lost-versions settle'",
      ),
    onFailure: (error) => warn({ err: error }, 'the mark of the last publishes could not be updated'),
  });
}
