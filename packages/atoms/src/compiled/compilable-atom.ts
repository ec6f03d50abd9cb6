// The input of the compiled form.
import type { Atom } from '../atom.ts';

/** What the compiled form needs of an atom. */
export type CompilableAtom = Pick<
  Atom,
  'id' | 'kind' | 'version' | 'description' | 'domain' | 'texts' | 'hash'
> & { readonly edges: readonly Pick<Atom['edges'][number], 'verb' | 'target'>[] };
