// Registries with faults in version lists and manifests.
import type { ReferenceRegistry } from '../reference-registry.ts';
import { answering, answeringJson, declaringText, type Json, type Saboteur, without } from './saboteur.ts';

function changingEntries(change: (entry: Json) => Json): Saboteur['sabotage'] {
  return answeringJson('list', (json) => ({ ...json, versions: entriesOf(json).map(change) }));
}

function entriesOf(json: Json): readonly Json[] {
  return Array.isArray(json.versions) ? json.versions : [];
}

function changingField(field: string, value: unknown): Saboteur['sabotage'] {
  return answeringJson('manifest', (json) => ({ ...json, [field]: value }));
}

/** Caches the first response with the status to each version list, forever. */
function cachingLists(status: number): Saboteur['sabotage'] {
  return (registry: ReferenceRegistry) => {
    const cache = new Map<string, ReturnType<ReferenceRegistry['list']>>();
    const { list } = registry;
    registry.list = (call) => {
      const reply = cache.get(call.name) ?? list.call(registry, call);
      if (reply.status === status) cache.set(call.name, reply);
      return reply;
    };
  };
}

/** Saboteurs of GET /pack/:scope. */
export const listSaboteurs: readonly Saboteur[] = [
  {
    does: 'accepts the name of a version list only in plain form',
    fails: ['versions.ok', 'versions.appears', 'auth.reads', 'yank.others-untouched'],
    sabotage: answering('list', () => ({ status: 404 })),
  },
  {
    does: 'declares the version list as text',
    fails: ['versions.content-type'],
    sabotage: declaringText('list'),
  },
  {
    does: 'leaves latest out of the version list',
    fails: ['versions.fields'],
    sabotage: answeringJson('list', (json) => without(json, 'latest')),
  },
  {
    does: 'dates versions in milliseconds',
    fails: ['versions.entry-fields'],
    sabotage: changingEntries((entry) => ({
      ...entry,
      published_at: Date.parse(String(entry.published_at)),
    })),
  },
  {
    does: 'answers the name percent-encoded in the version list',
    fails: ['versions.name'],
    sabotage: answeringJson('list', (json) => ({ ...json, name: encodeURIComponent(String(json.name)) })),
  },
  {
    does: 'lists only stable versions',
    fails: ['versions.complete', 'yank.others-untouched'],
    sabotage: answeringJson('list', (json) => ({
      ...json,
      versions: entriesOf(json).filter(({ version }) => !String(version).includes('-')),
    })),
  },
  {
    does: 'lists each version twice',
    fails: ['versions.complete'],
    sabotage: answeringJson('list', (json) => ({
      ...json,
      versions: [...entriesOf(json), ...entriesOf(json)],
    })),
  },
  {
    does: 'dates versions in another time zone',
    fails: ['versions.published-at'],
    sabotage: changingEntries((entry) => ({ ...entry, published_at: '2026-01-31T12:00:00+02:00' })),
  },
  {
    does: 'dates versions years ahead',
    fails: ['versions.published-now'],
    sabotage: changingEntries((entry) => ({ ...entry, published_at: '2999-01-31T12:00:00Z' })),
  },
  {
    does: 'dates every version to the beginning of its clock',
    fails: ['versions.published-now'],
    sabotage: changingEntries((entry) => ({ ...entry, published_at: '19700101T000000Z' })),
  },
  {
    does: 'returns a latest that does not exist',
    fails: ['versions.latest'],
    sabotage: answeringJson('list', (json) => ({ ...json, latest: 'latest' })),
  },
  {
    does: 'caches that a name is unknown',
    fails: ['versions.appears'],
    sabotage: cachingLists(404),
  },
  {
    does: 'caches a version list',
    fails: ['versions.fresh'],
    sabotage: cachingLists(200),
  },
  {
    does: 'answers an empty list for an unknown name',
    fails: ['versions.unknown', 'errors.unknown-scope', 'errors.near-miss'],
    sabotage: answering('list', (reply, { name }) =>
      reply.status === 404 ? { status: 200, json: { name, versions: [], latest: '' } } : reply,
    ),
  },
  {
    does: 'answers 403 for an unknown scope',
    fails: ['errors.unknown-scope'],
    sabotage: answering('list', (reply, { name }) =>
      name.startsWith('@conformance/') ? reply : { status: 403 },
    ),
  },
  {
    does: 'finds the version list of a name by a prefix',
    fails: ['errors.near-miss'],
    sabotage: (registry) => {
      const { list } = registry;
      registry.list = (call) => {
        const entry = [...registry.entries.values()].find(({ name }) => name.startsWith(call.name));
        return list.call(registry, { ...call, name: entry?.name ?? call.name });
      };
    },
  },
];

const alike = ['name', 'version', 'description', 'license', 'namespaces', 'prime-version'];

/** Saboteurs of GET /pack/:scope/:version. */
export const manifestSaboteurs: readonly Saboteur[] = [
  {
    does: 'answers manifests with 404',
    fails: ['manifest.ok', 'manifest.every-version', 'auth.reads', 'yank.others-untouched'],
    sabotage: answering('manifest', () => ({ status: 404 })),
  },
  {
    does: 'declares manifests as text',
    fails: ['manifest.content-type'],
    sabotage: declaringText('manifest'),
  },
  {
    does: 'leaves the checksum out of manifests',
    fails: ['manifest.fields'],
    sabotage: answeringJson('manifest', (json) =>
      json.version === '1.0.0' ? without(json, 'sha256') : json,
    ),
  },
  ...alike.map((field) => ({
    does: `answers another ${field} than the published one`,
    fails: [`manifest.${field}`, 'manifest.every-version'],
    sabotage: changingField(field, field === 'namespaces' ? ['@other'] : 'other'),
  })),
  {
    does: 'returns one atom too many',
    fails: ['manifest.atoms', 'manifest.every-version'],
    sabotage: answeringJson('manifest', (json) => ({ ...json, atoms: Number(json.atoms) + 1 })),
  },
  {
    does: 'answers atoms as text',
    fails: ['manifest.fields', 'manifest.atoms', 'manifest.every-version'],
    sabotage: answeringJson('manifest', (json) => ({ ...json, atoms: String(json.atoms) })),
  },
  {
    does: 'garbles text beyond ASCII',
    fails: ['manifest.every-version'],
    sabotage: answeringJson('manifest', (json) => ({
      ...json,
      description: Buffer.from(String(json.description)).toString('latin1'),
    })),
  },
  {
    does: 'answers a wrong checksum in manifests',
    fails: ['manifest.sha256', 'manifest.every-version'],
    sabotage: changingField('sha256', 'a'.repeat(64)),
  },
  {
    does: 'answers a tarball_url that does not exist',
    fails: ['manifest.tarball-url', 'manifest.tarball-url-downloads'],
    sabotage: changingField('tarball_url', '/tarballs/1'),
  },
  {
    does: 'answers an empty object for the manifest of an unknown Prime',
    fails: [
      'manifest.unknown-prime',
      'manifest.unknown-version',
      'errors.unknown-scope',
      'errors.near-miss',
    ].concat('publish.rejected-leaves-nothing', 'auth.rejected-leaves-nothing'),
    sabotage: answering('manifest', (reply) => (reply.status === 404 ? { status: 200, json: {} } : reply)),
  },
  {
    does: 'answers an unknown version with another version of the Prime',
    fails: ['manifest.unknown-version', 'errors.near-miss'],
    sabotage: (registry) => {
      const { manifest } = registry;
      registry.manifest = (call) => {
        const other = [...registry.entries.values()].find(({ name }) => name === call.name);
        return manifest.call(
          registry,
          registry.find(call) === undefined && other ? { ...call, ...other } : call,
        );
      };
    },
  },
];
