// The items of the table of contents of `.primes`.
import type { TextLevel } from '@prime-registry/atoms';
import type { InstalledAtom, PrimeContents } from '../../knowledge/prime-contents.ts';
import type { LockedPrime } from '../lockfile/lockfile.ts';
import { firstSentence, shorten } from './index-text.ts';

/** Token estimates by length of the text. */
export type Tokens = Readonly<Record<TextLevel, number>>;

/** An atom in the table of contents. Its texts have no hidden characters. */
export interface IndexAtom {
  readonly id: string;
  readonly kind: string;
  /** Its first sentence; may be empty. */
  readonly sentence: string;
  /** The file with it, below `.primes`, and the line if there is one. */
  readonly place: string;
  readonly tokens: Tokens;
}

/** A Prime in the table of contents. */
export interface IndexPrime {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly description: string;
  /** Undefined if they are left out, because there are too many Primes. */
  readonly atoms: readonly IndexAtom[] | undefined;
  /** The sum over its atoms. */
  readonly tokens: Tokens;
}

const MAX_DESCRIPTION = 300;
const NO_TOKENS: Tokens = { summary: 0, core: 0, full: 0 };

/** Describes a Prime. @param contents - undefined if they could not be read */
export function toIndexPrime(
  { name, version, sha256 }: Pick<LockedPrime, 'name' | 'version' | 'sha256'>,
  contents: Pick<PrimeContents, 'description' | 'atoms'> | undefined,
  withAtoms: boolean,
): IndexPrime {
  const atoms = contents?.atoms.map((atom) => toIndexAtom(name, atom)) ?? [];
  return {
    ...{ name, version, sha256 },
    description: shorten(contents?.description ?? '', MAX_DESCRIPTION),
    atoms: withAtoms ? atoms : undefined,
    tokens: sumTokens(atoms),
  };
}

/** The sum of some estimates. */
export function sumTokens(all: readonly { readonly tokens: Tokens }[]): Tokens {
  return all.reduce(
    (sum, { tokens: { summary, core, full } }) => ({
      summary: sum.summary + summary,
      core: sum.core + core,
      full: sum.full + full,
    }),
    NO_TOKENS,
  );
}

function toIndexAtom(name: string, atom: InstalledAtom): IndexAtom {
  const { id, kind, label = '', description, path, line, tokens, texts } = atom;
  return {
    ...{ id, kind, tokens },
    sentence: firstSentence(description || label || findProse(texts.summary)),
    place: shorten(`${name}/${path}${line === undefined ? '' : `:${line}`}`, MAX_PLACE),
  };
}

/** A path in a Prime has at most 1,024 characters. */
const MAX_PLACE = 1200;

/** The first line that is no heading. */
function findProse(text: string): string {
  return (
    text
      .slice(0, 4096)
      .split('\n')
      .find((line) => /^[^#\s]/.test(line)) ?? ''
  );
}
