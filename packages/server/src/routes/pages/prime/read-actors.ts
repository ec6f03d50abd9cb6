// Reads who published and who yanked a version, as far as readers may know.
import type { Version } from '@prime-registry/protocol';
import type { VersionActor, VersionActors } from '@prime-registry/store';
import type { Needs } from '../../route-deps.ts';

/** With the names of tokens only if the operator lets pages show them: their ids are in the log in any case. */
export async function readActors(
  { store, server }: Needs<'store' | 'server'>,
  name: string,
  version: Version,
): Promise<VersionActors | undefined> {
  const actors = await store.findActors(name, version);
  if (actors === undefined || server.showsTokenNames) return actors;
  const { publishedBy, yankedBy } = actors;
  return { publishedBy: withoutName(publishedBy), yankedBy: yankedBy && withoutName(yankedBy) };
}

function withoutName({ id }: VersionActor): VersionActor {
  return { id, name: undefined };
}
