// Registries with faults in what versions require.
import { answeringJson, forgetting, type Json, type Saboteur, without } from './saboteur.ts';

function changingEntries(change: (entry: Json) => Json): Saboteur['sabotage'] {
  return answeringJson('list', (json) => ({
    ...json,
    versions: Array.isArray(json.versions) ? json.versions.map(change) : [],
  }));
}

/** Saboteurs of the field `requires`. */
export const requiresSaboteurs: readonly Saboteur[] = [
  {
    does: 'shows in manifests that any version of a required Prime is fine',
    fails: ['requires.manifest'],
    sabotage: answeringJson('manifest', ({ requires = {}, ...json }) => {
      const names = Object.keys(requires as object);
      return names.length === 0
        ? json
        : { ...json, requires: Object.fromEntries(names.map((name) => [name, '*'])) };
    }),
  },
  {
    does: 'shows a required Prime in every manifest',
    fails: ['requires.absent'],
    sabotage: answeringJson('manifest', (json) => ({ requires: { '@acme/core': '^1' }, ...json })),
  },
  {
    does: 'leaves what versions require out of version lists',
    fails: ['requires.list'],
    sabotage: changingEntries((entry) => without(entry, 'requires')),
  },
  {
    does: 'lists another range than the manifest',
    fails: ['requires.list'],
    sabotage: changingEntries(({ requires, ...entry }) =>
      requires === undefined ? entry : { ...entry, requires: { '@acme/core': '^1' } },
    ),
  },
  {
    does: 'accepts any requires',
    fails: ['requires.malformed'],
    sabotage: forgetting('requires'),
  },
];
