// The cases of the comparison, and the goals of this registry.
import type { PeerName } from '../peers/peer.ts';
import type { Case, Goal, RequestWork } from './case.ts';
import { SEARCHED } from './release-sets.ts';

const REPLICAS: readonly PeerName[] = ['prime-postgres', 'prime-replica'];
const EVERYONE: readonly PeerName[] = [
  'prime',
  'prime-workers',
  ...REPLICAS,
  'node',
  'nginx',
  'verdaccio',
  'docker-registry',
];
const ONE_PROCESS = EVERYONE.filter((name) => name !== 'prime-workers');
const REGISTRIES: readonly PeerName[] = ['prime', 'verdaccio', 'docker-registry'];
const PUBLISHED_TO: readonly PeerName[] = [
  'prime',
  ...REPLICAS,
  'bare-publish',
  'verdaccio',
  'docker-registry',
];

/** Without the S3 server, whose speed is not that of this registry. */
const PUBLISH_OF_A_REPLICA: Goal = {
  metric: 'publishesPerSecond',
  of: 'prime-postgres',
  against: 'prime',
  atLeast: 0.8,
};

/** What the log costs: each request has a line in it. */
const AS_SHIPPED: readonly Goal[] = [{ metric: 'requestsPerSecond', against: 'prime-quiet', atLeast: 0.9 }];

/** What nginx in front costs, next to nginx that serves the same bytes as files. */
const BEHIND_NGINX: Goal = {
  metric: 'requestsPerSecond',
  of: 'prime-nginx',
  against: 'nginx',
  atLeast: 0.9,
};

/** The goal of `npm run bench -- memory`. */
const MIB_OF_A_LARGE_TARBALL = 64;

const SMALL = { kind: 'requests', of: 'list-50', status: 200, connections: 32 } as const;

/** All cases, in the order of the report. */
export const CASES: readonly Case[] = [
  hotRead('manifest', 'Manifest of a version', { ...SMALL, read: 'manifest' }),
  read('list-1', 'List of 1 version', { ...SMALL, read: 'list', of: 'list-1' }),
  hotRead('list-50', 'List of 50 versions', { ...SMALL, read: 'list' }),
  read('list-1000', 'List of 1,000 versions', { ...SMALL, read: 'list', of: 'list-1000' }),
  hotRead('304', '304 for a manifest', { ...SMALL, read: 'manifest', isConditional: true, status: 304 }),
  hotRead('404', '404', { ...SMALL, read: 'missing', status: 404 }),
  {
    ...read('tarball-10kb', 'Tarball of 10 KB', { ...SMALL, read: 'tarball', of: 'list-1' }),
    peers: ['prime-quiet', 'prime-nginx', ...ONE_PROCESS],
    goals: [
      ...AS_SHIPPED,
      { metric: 'requestsPerSecond', against: 'node', atLeast: 0.95 },
      { metric: 'requestsPerSecond', against: 'docker-registry', atLeast: 1 },
      BEHIND_NGINX,
    ],
  },
  download('tarball-1mb', 'Tarball of 1 MB', { of: 'random-1mb', connections: 8 }),
  download('tarball-100mb', 'Tarball of 100 MB', { of: 'random-100mb', connections: 4 }),
  {
    name: 'search',
    title: `Search in ${SEARCHED.toLocaleString('en')} packages, one client`,
    work: { kind: 'search' },
    peers: ['prime', 'verdaccio'],
    shown: ['p50Ms', 'p99Ms'],
    goals: [
      { metric: 'p50Ms', atMost: 5 },
      { metric: 'p99Ms', atMost: 50 },
    ],
  },
  {
    name: 'publish-1',
    title: 'Publish 10 KB, one at a time',
    work: { kind: 'publish', publishers: 1 },
    peers: PUBLISHED_TO,
    shown: ['publishesPerSecond', 'publishP99Ms', 'publishProcessorMs'],
    goals: [PUBLISH_OF_A_REPLICA],
  },
  {
    name: 'publish-16',
    title: 'Publish 10 KB, 16 at once',
    work: { kind: 'publish', publishers: 16 },
    peers: [...PUBLISHED_TO, 'prime-workers'],
    shown: ['publishesPerSecond', 'publishP99Ms', 'publishProcessorMs'],
    goals: [
      PUBLISH_OF_A_REPLICA,
      { metric: 'publishesPerSecond', against: 'bare-publish', atLeast: 0.8 },
      { metric: 'publishesPerSecond', of: 'prime-workers', against: 'prime', atLeast: 1.7 },
      { metric: 'publishesPerSecond', against: 'verdaccio', atLeast: 10 },
      { metric: 'publishesPerSecond', against: 'docker-registry', atLeast: 10 },
    ],
  },
  {
    name: 'mixed',
    title: '95 % reads, 5 % publishes by 16',
    work: { kind: 'mixed', readers: 16, publishers: 16, readsPerPublish: 19 },
    peers: REGISTRIES,
    shown: ['p99Times', 'p99Ms', 'aloneP99Ms', 'p50Ms', 'aloneP50Ms', 'publishPercent', 'requestsPerSecond'],
    goals: [{ metric: 'p99Times', atMost: 3 }],
  },
  {
    name: 'start',
    title: 'Start',
    work: { kind: 'start' },
    peers: EVERYONE,
    shown: ['firstAnswerMs', 'idleMiB'],
    goals: [
      { metric: 'firstAnswerMs', atMost: 450 },
      { metric: 'idleMiB', atMost: 80 },
    ],
  },
];

function read(name: string, title: string, work: RequestWork): Case {
  return { name, title, work, peers: ONE_PROCESS, shown: ['requestsPerSecond'], goals: [] };
}

/** The most frequent reads, which must profit from more cores. */
function hotRead(name: string, title: string, work: RequestWork): Case {
  const metric = 'requestsPerSecond';
  return {
    ...read(name, title, work),
    peers: ['prime-quiet', 'prime-nginx', ...EVERYONE],
    goals: [
      ...AS_SHIPPED,
      BEHIND_NGINX,
      { metric, against: 'node', atLeast: 0.95 },
      { metric, against: 'verdaccio', atLeast: 15 },
      { metric, of: 'prime-workers', against: 'prime', atLeast: 1.7 },
      { metric, of: 'prime-replica', against: 'prime', atLeast: 0.9 },
    ],
  };
}

function download(name: string, title: string, work: Pick<RequestWork, 'of' | 'connections'>): Case {
  return {
    ...read(name, title, { ...work, kind: 'requests', read: 'tarball', status: 200 }),
    shown: ['mbPerSecond', 'afterMiB'],
    goals: [
      { metric: 'mbPerSecond', against: 'node', atLeast: 0.8 },
      { metric: 'riseMiB', atMost: MIB_OF_A_LARGE_TARBALL },
    ],
  };
}
