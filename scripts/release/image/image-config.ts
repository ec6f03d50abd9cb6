// How a container of the image runs: user, volume, health, signals, labels.

import { USER_ID } from './base/base-files.ts';
import type { Architecture } from './base/base-lock.ts';
import { PROBE_PATH } from './program-files.ts';

/** What identifies an image. */
export interface ImageIdentity {
  readonly architecture: Architecture;
  readonly version: string;
  /** The commit that it was made from, if that is known. */
  readonly commit?: string | undefined;
  /** The time of that commit, in seconds since 1970. */
  readonly createdSeconds: number;
}

const NANOSECONDS = 1_000_000_000;

/** The variables of every container. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin',
  NODE_ENV: 'production',
  PRIME_REGISTRY_HOST: '0.0.0.0',
  PRIME_REGISTRY_DATA: '/data',
  // Large sorts of SQLite and large pulls of a mirror: the root can be read-only.
  TMPDIR: '/data',
};

/** The field `config` of the OCI image configuration, and the health check that Docker adds to it. */
export function makeContainerConfig(identity: ImageIdentity): Record<string, unknown> {
  return {
    User: `${USER_ID}:${USER_ID}`,
    ExposedPorts: { '4000/tcp': {} },
    Env: Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
    // Without a shell or npm in between, which would take the signals.
    Entrypoint: ['/usr/local/bin/prime-registry'],
    Cmd: ['serve'],
    Volumes: { '/data': {} },
    WorkingDir: '/data',
    Labels: makeLabels(identity),
    StopSignal: 'SIGTERM',
    Healthcheck: {
      Test: ['CMD', '/usr/local/bin/node', PROBE_PATH],
      Interval: 10 * NANOSECONDS,
      Timeout: 3 * NANOSECONDS,
      StartPeriod: 30 * NANOSECONDS,
      Retries: 3,
    },
  };
}

/** The keys that the OCI image specification reserves. */
export function makeLabels({ version, commit, createdSeconds }: ImageIdentity): Record<string, string> {
  return {
    'org.opencontainers.image.title': 'prime-registry',
    'org.opencontainers.image.description':
      'A self-hosted registry for Primes, packages of knowledge for AI agents',
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': version,
    ...(commit === undefined ? {} : { 'org.opencontainers.image.revision': commit }),
    'org.opencontainers.image.created': asTime(createdSeconds),
  };
}

/** RFC 3339, in UTC. */
export function asTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
