// An atom in the format of the API.
import type { AtomList } from '@prime-registry/protocol';
import type { ListedAtom } from '@prime-registry/store';

/** An atom as lists contain it; without the fields that it does not have. */
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
