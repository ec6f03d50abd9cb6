// What looks like a secret, in the receipt of a publish.
import { MAX_RECEIPT_PROBLEMS, type PublishReceipt } from '@prime-registry/protocol';
import type { FoundInPublish } from '../actions/publish-version/find-leaks.ts';

/** The field of a receipt that is not in the contract; empty if nothing looks like a secret. */
export function reportSecrets(found: FoundInPublish | undefined): Pick<PublishReceipt, 'secrets'> {
  if (found === undefined) return {};
  const { secrets, count, isComplete } = found;
  const places = secrets.slice(0, MAX_RECEIPT_PROBLEMS).map((place) => ({ ...place }));
  return { secrets: { count, complete: isComplete, places } };
}
