// An atom in the words of the wire.
import type { AtomList } from '@prime-registry/protocol';
import type { ListedAtom } from '@prime-registry/store';

/** The atom as lists tell it; what it does not have is left out. */
export function describeAtom(atom: ListedAtom): AtomList['atoms'][number] {
  const { id, kind, name, version, label, description, domain, tags, tokens, path, line } = atom;
  return {
    id,
    kind,
    name,
    ...(version !== undefined && { version }),
    ...(label !== undefined && { label }),
    description,
    ...(domain !== undefined && { domain }),
    tags: [...tags],
    tokens: { ...tokens },
    path,
    ...(line !== undefined && { line }),
  };
}
