// The facts about an atom that every list has.
import type { KnownAtom } from './known-prime.ts';

/** What every source has of an atom. */
type SourceAtom = Omit<KnownAtom, 'label' | 'domain'> & Partial<Pick<KnownAtom, 'label' | 'domain'>>;

/** The atom without whatever else its source knows of it. */
export function toKnownAtom({ id, kind, label, description, domain, tags, tokens }: SourceAtom): KnownAtom {
  return { id, kind, label, description, domain, tags, tokens };
}
