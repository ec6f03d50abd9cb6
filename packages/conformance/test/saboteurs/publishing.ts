// Registries with faults in publishes.
import { readForm, readManifest } from '../reference-form.ts';
import { keyOf } from '../reference-registry.ts';
import {
  answering,
  answeringJson,
  answeringStatus,
  declaringText,
  forgetting,
  type Saboteur,
  without,
} from './saboteur.ts';

/**
 * Holds the first publish of a name until the second one arrives: after a fixed time, that would not be there yet on a
 * busy machine.
 * @param purpose - in the names that the suite publishes several times at once
 */
function meetingOf(purpose: string): (name: string) => Promise<void> {
  const firsts = new Map<string, PromiseWithResolvers<void>>();
  return async (name) => {
    if (!name.includes(purpose)) return;
    const first = firsts.get(name);
    if (first !== undefined) return first.resolve();
    const { promise, ...rest } = Promise.withResolvers<void>();
    firsts.set(name, { promise, ...rest });
    await promise;
  };
}

const goodFields = {
  ...{ name: '@any/name', version: '1.0.0', description: '', license: '' },
  ...{ 'prime-version': '1.0', atoms: 0, namespaces: [] },
};

/** Saboteurs of POST /publish. */
export const publishingSaboteurs: readonly Saboteur[] = [
  {
    does: 'answers a publish with 200',
    fails: [
      'publish.created',
      'publish.tarball-first',
      'publish.manifest-as-file',
      'publish.further-versions',
      'publish.rejected-leaves-nothing',
      'publish.simultaneous',
      'publish.parallel-versions',
    ],
    sabotage: answeringStatus('publish', 201, 200),
  },
  {
    does: 'declares the receipt as text',
    fails: ['publish.content-type'],
    sabotage: declaringText('publish'),
  },
  {
    does: 'leaves the url out of the receipt',
    fails: ['publish.receipt-fields'],
    sabotage: answeringJson('publish', (json) => without(json, 'url')),
  },
  {
    does: 'leaves the scope out of the name in the receipt',
    fails: ['publish.receipt-name'],
    sabotage: answeringJson('publish', (json) => ({ ...json, name: String(json.name).split('/')[1] })),
  },
  {
    does: 'puts a v before the version in the receipt',
    fails: ['publish.receipt-version'],
    sabotage: answeringJson('publish', (json) => ({ ...json, version: `v${json.version}` })),
  },
  {
    does: 'answers a wrong digest in the receipt',
    fails: ['publish.receipt-sha256'],
    sabotage: answeringJson('publish', (json) => ({ ...json, sha256: 'a'.repeat(64) })),
  },
  {
    does: 'percent-encodes the name in the url of the receipt, and does not serve that path',
    fails: ['publish.receipt-url', 'publish.receipt-url-downloads'],
    sabotage: answeringJson('publish', (json) => ({
      ...json,
      url: `/pack/${encodeURIComponent(String(json.name))}/${json.version}/tarball`,
    })),
  },
  {
    does: 'requires the manifest before the tarball',
    fails: ['publish.tarball-first'],
    sabotage: answering('publish', (reply, { headers, body }) => {
      const [first] = readForm(String(headers['content-type']), body);
      return first?.name === 'tarball' && reply.status === 201 ? { status: 400 } : reply;
    }),
  },
  {
    does: 'accepts the manifest only as a field',
    fails: ['publish.manifest-as-file'],
    sabotage: answering('publish', (reply, { headers, body }) => {
      const [first] = readForm(String(headers['content-type']), body);
      return first?.name === 'manifest' && first.isFile ? { status: 400 } : reply;
    }),
  },
  {
    does: 'refuses prereleases',
    fails: ['publish.further-versions'],
    sabotage: (registry) => registry.rules.set('stable', ({ version }) => !String(version).includes('-')),
  },
  {
    does: 'ignores lines of the manifest that are not YAML',
    fails: ['publish.manifest-not-yaml'],
    sabotage: (registry) => {
      const { readFields } = registry;
      registry.readFields = (text) => readFields.call(registry, text.replace(/^(?:tags|").*$/gm, ''));
    },
  },
  {
    does: 'accepts a list as a manifest',
    fails: ['publish.manifest-not-mapping'],
    sabotage: (registry) => {
      const { readFields } = registry;
      registry.readFields = (text) => (text.startsWith('- ') ? goodFields : readFields.call(registry, text));
    },
  },
  {
    does: 'accepts an empty manifest',
    fails: ['publish.manifest-empty'],
    sabotage: (registry) => {
      const { readFields } = registry;
      registry.readFields = (text) => (text === '' ? goodFields : readFields.call(registry, text));
    },
  },
  {
    does: 'accepts a manifest without a name',
    fails: ['publish.manifest-without-name'],
    sabotage: (registry) =>
      registry.rules.set('name', ({ name }) => name === undefined || typeof name === 'string'),
  },
  {
    does: 'accepts a manifest without a version',
    fails: ['publish.manifest-without-version'],
    sabotage: forgetting('version'),
  },
  {
    does: 'accepts a list as a name',
    fails: ['publish.manifest-name-type'],
    sabotage: (registry) => registry.rules.set('name', ({ name }) => name !== undefined),
  },
  {
    does: 'accepts a name without a scope',
    fails: ['publish.manifest-name-form'],
    sabotage: forgetting('name form'),
  },
  { does: 'accepts a word as atoms', fails: ['publish.manifest-atoms-type'], sabotage: forgetting('atoms') },
  {
    does: 'accepts any namespaces',
    fails: ['publish.manifest-namespaces-form'],
    sabotage: forgetting('namespaces'),
  },
  {
    does: 'accepts a form without a manifest',
    fails: ['publish.without-manifest'],
    sabotage: answering('publish', (reply, { headers, body }) => {
      const parts = readForm(String(headers['content-type']), body);
      return parts.every(({ name }) => name !== 'manifest') ? { status: 201 } : reply;
    }),
  },
  {
    does: 'accepts a form without a tarball',
    fails: ['publish.without-tarball'],
    sabotage: answering('publish', (reply, { headers, body }) => {
      const parts = readForm(String(headers['content-type']), body);
      return parts.every(({ name }) => name !== 'tarball') ? { status: 201 } : reply;
    }),
  },
  {
    does: 'stores the manifest of a form without a tarball',
    fails: ['publish.rejected-leaves-nothing'],
    sabotage: (registry) => {
      const { publish } = registry;
      registry.publish = async (call) => {
        const [manifest, tarball] = readForm(String(call.headers['content-type']), call.body);
        if (manifest?.name === 'manifest' && tarball === undefined) {
          const fields = readManifest(manifest.body.toString());
          const id = { name: String(fields.name), version: String(fields.version) };
          await registry.claim({ ...id, fields, tarball: Buffer.alloc(0), publishedAt: '', yanked: false });
        }
        return publish.call(registry, call);
      };
    },
  },
  {
    does: 'answers the same bytes again with 201',
    fails: ['publish.conflict-same-bytes', 'yank.never-republished'],
    sabotage: (registry) => {
      const { claim } = registry;
      registry.claim = async (entry) =>
        (await claim.call(registry, entry)) || registry.find(entry)?.tarball.equals(entry.tarball) === true;
    },
  },
  {
    does: 'replaces a version with other bytes',
    fails: ['publish.conflict-other-bytes', 'publish.conflict-keeps-first', 'publish.simultaneous'],
    sabotage: (registry) => {
      registry.claim = async (entry) => {
        if (registry.find(entry)?.tarball.equals(entry.tarball) === true) return false;
        registry.entries.set(keyOf(entry), entry);
        return true;
      };
    },
  },
  {
    does: 'answers 409 but replaces the bytes',
    fails: ['publish.conflict-keeps-first', 'publish.simultaneous'],
    sabotage: (registry) => {
      const { claim } = registry;
      registry.claim = async (entry) => {
        const isNew = await claim.call(registry, entry);
        registry.entries.set(keyOf(entry), { ...entry, yanked: registry.find(entry)?.yanked ?? false });
        return isNew;
      };
    },
  },
  {
    does: 'has a race between the check for a version and its insert',
    fails: ['publish.simultaneous'],
    sabotage: (registry) => {
      const { claim } = registry;
      const meet = meetingOf('/race-');
      registry.claim = async (entry) => {
        if (registry.find(entry) !== undefined) return false;
        await meet(entry.name);
        await claim.call(registry, entry);
        return true;
      };
    },
  },
  {
    does: 'publishes one version of a Prime at a time',
    fails: ['publish.parallel-versions'],
    sabotage: (registry) => {
      const { claim } = registry;
      const busy = new Set<string>();
      const meet = meetingOf('/parallel-');
      registry.claim = async (entry) => {
        const met = meet(entry.name);
        if (busy.has(entry.name)) return false;
        busy.add(entry.name);
        await met;
        busy.delete(entry.name);
        return claim.call(registry, entry);
      };
    },
  },
  {
    does: 'answers a second publish with a server error',
    fails: [
      'publish.conflict-same-bytes',
      'publish.conflict-other-bytes',
      'publish.simultaneous',
      'yank.never-republished',
      'errors.no-server-error',
    ],
    sabotage: answeringStatus('publish', 409, 500),
  },
];
