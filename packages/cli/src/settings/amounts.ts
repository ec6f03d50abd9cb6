// Settings that bound what prime takes from registries. The project's file comes with a checkout, so it can only
// lower them.
import { formatExactSize, parseSize } from '@prime-registry/command-line';
import type { Chosen } from './choices.ts';

/** The names of these settings in `config.yaml`. */
export type AmountName = 'max-tarball' | 'max-unpacked' | 'max-entries';

/** A setting with a number. */
export interface Amount {
  readonly default: number;
  /** What a value looks like, for messages. */
  readonly allowed: string;
  readonly parse: (text: string) => number | undefined;
  readonly format: (amount: number) => string;
}

const MAX_BYTES = 2 ** 50;
const MAX_ENTRIES = 10_000_000;

const size = (sizeBytes: number): Amount => ({
  default: sizeBytes,
  allowed: 'a size from 1KiB, such as 500MiB or 8GiB',
  parse(text) {
    const parsed = parseSize(text);
    return parsed !== undefined && parsed >= 1024 && parsed <= MAX_BYTES ? parsed : undefined;
  },
  format: formatExactSize,
});

/**
 * - `max-tarball`: the largest tarball that is downloaded, in bytes;
 * - `max-unpacked`: the most bytes that one Prime may unpack to;
 * - `max-entries`: the most files and folders of one Prime.
 *
 * The defaults are higher than those of a registry (100 MiB, 1 GiB, 20,000), because an operator may have raised
 * those.
 */
export const AMOUNTS: Readonly<Record<AmountName, Amount>> = {
  'max-tarball': size(2 ** 30),
  'max-unpacked': size(4 * 2 ** 30),
  'max-entries': {
    default: 100_000,
    allowed: `a whole number from 1 to ${MAX_ENTRIES}`,
    parse(text) {
      const count = /^[0-9]{1,8}$/.test(text) ? Number(text) : 0;
      return count >= 1 && count <= MAX_ENTRIES ? count : undefined;
    },
    format: String,
  },
};

/** The names, for messages and loops. */
export const AMOUNT_NAMES = Object.keys(AMOUNTS) as readonly AmountName[];

/** Whether a key of a file is one of these settings. */
export function isAmountName(key: string): key is AmountName {
  return Object.hasOwn(AMOUNTS, key);
}

/** The amounts of a file. */
interface LimitingFile {
  readonly amounts?: ReadonlyMap<AmountName, number>;
}

/** The effective value: the user's, unless the project's file has a lower one. */
export function chooseAmount(
  name: AmountName,
  { user, project }: { readonly user: LimitingFile; readonly project: LimitingFile },
): Chosen<number> {
  const own = user.amounts?.get(name);
  const amount = own ?? AMOUNTS[name].default;
  const lower = project.amounts?.get(name);
  if (lower !== undefined && lower < amount) return { value: lower, from: 'project' };
  return { value: amount, from: own === undefined ? undefined : 'user' };
}
