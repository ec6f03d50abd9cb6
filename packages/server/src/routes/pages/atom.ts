// GET …/atom/…: one atom as a version has it.
import { isAtomId, TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { RegistryError, ROUTES, type Version } from '@prime-registry/protocol';
import { versionNotFound } from '../../actions/not-found.ts';
import { readVersion } from '../../http/prime-path.ts';
import { sendPage } from '../../http/send-page.ts';
import { type Neighbour, renderAtomPage } from '../../pages/atom-page.ts';
import type { AtomFacts, AtomStore } from '../../store/atom-store.ts';
import { VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeMissable } from './page-route.ts';
import { readVersions } from './read-prime.ts';

export const atomPage: Route = {
  method: 'GET',
  path: ROUTES.atomPage,
  access: 'readers',
  isPage: true,
  schema: describeMissable('atomPage', 'An atom: its text, what it leads to and what leads to it', {
    params: {
      ...VersionParamsSchema,
      required: [...VersionParamsSchema.required, 'atomScope', 'atomName'],
      properties: {
        ...VersionParamsSchema.properties,
        atomScope: { type: 'string', description: 'Scope of the atom with its @.' },
        atomName: { type: 'string', description: 'Its name.' },
      },
    },
    querystring: {
      type: 'object',
      properties: {
        text: { enum: [...TEXT_LEVELS], description: 'How long its text is; core unless given.' },
      },
    },
  }),
  async handle({ store, pageMemory, isPrivate }, request, reply) {
    const { name, version } = readVersion(request);
    const { atomScope, atomName } = request.params as { atomScope: string; atomName: string };
    const id = `${atomScope}/${atomName}`;
    const level = readLevel((request.query as { text?: unknown }).text);
    const [found, homes, { latest }] = await Promise.all([
      isAtomId(id) ? store.findAtom(name.full, version, id) : undefined,
      isAtomId(id) ? store.listAtomHomes(id) : [],
      readVersions(store, name),
    ]);
    if (found === undefined) {
      if ((await store.findVersion(name.full, version)) === undefined)
        throw await versionNotFound(store, name, version);
      const detail = `${name.full} ${version.full} has no atom with this id, or it could not be read.`;
      throw new RegistryError('atom_not_found', { detail });
    }
    const { facts, texts } = found;
    const edges = await readNeighbours(store, name.full, version, facts);
    const key = `atom ${level} ${name.full} ${facts.hash}`;
    const page = renderAtomPage({
      name: name.full,
      version: version.full,
      latest: latest?.full,
      facts,
      level,
      text: pageMemory.renderText(key, texts[level], { topLevel: 3, idPrefix: 'text-' }).html,
      ...edges,
      homes,
    });
    return sendPage(reply, page, isPrivate);
  },
};

function readLevel(text: unknown): TextLevel {
  return TEXT_LEVELS.find((level) => level === text) ?? 'core';
}

/** What the atom leads to, and what leads to it within the Prime. */
async function readNeighbours(
  store: AtomStore,
  name: string,
  version: Version,
  { id, edges }: AtomFacts,
): Promise<{ leadsTo: Neighbour[]; ledFrom: Neighbour[] }> {
  const atoms = (await store.readAtomGraph(name, version)) ?? [];
  const kinds = new Map(atoms.map((atom) => [atom.id, atom.kind]));
  const elsewhere = edges.map(({ target }) => target).filter((target) => !kinds.has(target));
  const known = await store.findKnownAtoms(elsewhere);
  const leadsTo = edges.map(
    ({ verb, target }): Neighbour => ({
      verb,
      id: target,
      kind: kinds.get(target),
      isKnown: kinds.has(target) || known.has(target),
    }),
  );
  const ledFrom = atoms.flatMap((atom) =>
    atom.edges
      .filter(({ target }) => target === id)
      .map(({ verb }): Neighbour => ({ verb, id: atom.id, kind: atom.kind, isKnown: true })),
  );
  return { leadsTo, ledFrom };
}
