// A requirement that was changed to a successor.
import { toPrintable } from '@prime-registry/command-line';

/** A requirement that changes to a successor. */
export interface Replacement {
  readonly name: string;
  readonly range: string;
  readonly new_name: string;
  readonly new_range: string;
  /** The file that requires it; absent if it was installed by name. */
  readonly required_by?: string;
}

/** A replacement as a line for people. */
export function describeReplacement({ name, range, new_name, new_range, required_by }: Replacement): string {
  const place = required_by === undefined ? '' : ` (${required_by})`;
  return toPrintable(`${name}@${range} → ${new_name}@${new_range}${place}`);
}
