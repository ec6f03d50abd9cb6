// What a recorded registry has of the life of its versions: data for every table and column of it.
import type { Author, Publication, SEARCHES } from './publications.ts';

/** A change after the publishes. */
export interface Change {
  readonly by: Author | 'admin';
  readonly method: 'PUT' | 'DELETE' | 'POST';
  /** Behind `/-/primes/`. */
  readonly path: string;
  readonly body?: unknown;
}

/** Published after all others, by programs that have channels and promotions. In the order of publication. */
export const LIFE_PUBLICATIONS: readonly Publication[] = [
  {
    ...{ by: 'acme', name: '@acme/leaven', version: '1.0.0' },
    description: 'A leaven that was yanked for a moment',
    yankReason: 'By mistake – versehentlich',
  },
  { ...{ by: 'acme', name: '@acme/leaven', version: '1.1.0' }, description: 'A leaven for rye' },
  {
    ...{ by: 'acme', name: '@acme/leaven', version: '1.2.0-beta.1+build.3' },
    description: 'A leaven for spelt',
    options: { channel: 'beta' },
  },
  {
    ...{ by: 'acme', name: '@acme/leaven', version: '1.9.0' },
    description: 'A leaven with a password in a narwhal',
    readme: '# Leaven\n\nThe narwhal keeps it.\n',
    atoms: [{ id: '@acme/rule-narwhal', description: 'An atom of the removed version.' }],
    options: { channel: 'next' },
  },
  {
    ...{ by: 'acme', name: '@acme/leaven-2', version: '1.0.0' },
    description: 'A leaven from the registry for tests',
    options: {
      'promoted-from': JSON.stringify({
        registry: 'https://staging.example',
        published_at: '2026-11-01T08:00:00Z',
      }),
    },
  },
  { ...{ by: 'world', name: '@world/mill', version: '1.0.0' }, description: 'Two stones and an axle' },
  { ...{ by: 'world', name: '@world/windmill', version: '1.0.0' }, description: 'Two stones and an axle' },
];

/** In this order. */
export const CHANGES: readonly Change[] = [
  { by: 'acme', method: 'DELETE', path: '@acme/leaven/1.0.0/yank' },
  { by: 'acme', method: 'PUT', path: '@acme/leaven/channels/proven', body: { version: '1.0.0' } },
  {
    ...{ by: 'acme', method: 'PUT', path: '@acme/leaven/deprecation' },
    body: {
      message: 'Zu sauer – 酸っぱい',
      range: '<1.1.0',
      successor: { name: '@acme/leaven-2', range: '^1.0.0', registry: 'https://staging.example' },
    },
  },
  {
    ...{ by: 'admin', method: 'POST', path: '@acme/leaven/1.9.0/removal' },
    body: { category: 'secret', reason: 'It had a password – 秘密.' },
  },
  { by: 'world', method: 'PUT', path: '@world/mill/deprecation', body: { message: 'No wind.' } },
  { by: 'world', method: 'PUT', path: '@world/mill/move', body: { to: '@world/windmill' } },
];

/** The version that one of the changes removes. */
export const REMOVED = '@acme/leaven@1.9.0';

/** Of the upstream, before anything is mirrored. */
export const UPSTREAM_CHANGES: readonly Omit<Change, 'by'>[] = [
  { method: 'PUT', path: '@upstream/kept/channels/stable', body: { version: '1.0.0' } },
  {
    ...{ method: 'PUT', path: '@upstream/kept/deprecation' },
    body: { message: 'Axolotls need water.', successor: { name: '@world/windmill' } },
  },
];

/** A version of the upstream that is mirrored, and then removed here. */
export const UPSTREAM_REMOVED: Publication = {
  ...{ by: 'acme', name: '@upstream/removed', version: '1.0.0' },
  description: 'A mirrored axolotl that a court forbids',
};

/** A version whose tarball is all that is left of it. */
export const LOST: Publication = {
  ...{ by: 'world', name: '@world/lost-loaf', version: '1.0.0' },
  description: 'A loaf that the database has lost',
};

/** Searches after the changes. */
export const LIFE_SEARCHES: typeof SEARCHES = [
  // The deprecated one is last; otherwise it would be first by its name.
  { text: 'axle', names: ['@world/windmill', '@world/mill'] },
  { text: 'rye', names: ['@acme/leaven'] },
  // Nothing is left of removed and lost versions.
  { text: 'narwhal', names: [] },
  { text: 'court', names: [] },
  { text: 'loaf', names: [] },
];
