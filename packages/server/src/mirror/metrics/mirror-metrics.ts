// Metrics of the mirror: how the upstreams answer, and how much is mirrored.
import { Counter, Gauge, type Registry } from 'prom-client';
import { MirrorReads } from './mirror-reads.ts';

/** How much of an upstream is mirrored. */
interface HeldAmount {
  readonly origin: string;
  readonly versions: number;
  readonly sizeBytes: number;
}

/** The metrics of a mirror, by base URL of the upstream. */
export interface MirrorMetrics {
  readonly reads: MirrorReads;
  readonly errors: Counter<'upstream'>;
  readonly evictedVersions: Counter<'upstream'>;
  readonly evictedBytes: Counter<'upstream'>;
  /** Notes an exchange. @param outcome - the status, or the kind of failure without one */
  noteExchange(upstream: string, outcome: string): void;
}

/** The upstream has something, or has not; or this registry aborted the request. */
const ANSWER = /^([23]\d\d|404|aborted)$/;

export interface MirrorMetricsDeps {
  readonly register: Registry;
  readonly upstreams: readonly { readonly url: string }[];
  /** Reads how much is mirrored, once for each scrape. After a failure the gauges have no value. */
  readonly listHeld: () => Promise<readonly HeldAmount[]>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export function createMirrorMetrics({
  register,
  upstreams,
  listHeld,
  now,
}: MirrorMetricsDeps): MirrorMetrics {
  const registers = [register];
  const labelNames = ['upstream'] as const;
  const startedAtMs = now();
  const answeredAtMs = new Map(upstreams.map(({ url }) => [url, startedAtMs]));
  const counterOf = (name: string, help: string) => new Counter({ name, help, labelNames, registers });

  // Both gauges are collected by the same scrape and share one read.
  let asking: Promise<readonly HeldAmount[]> | undefined;
  const findHeld = (): Promise<readonly HeldAmount[]> => {
    asking ??= listHeld()
      .catch(() => [])
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const watchHeld = (name: string, help: string, amountOf: (held: HeldAmount) => number) =>
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const held = await findHeld();
        this.reset();
        for (const amount of held) this.set({ upstream: amount.origin }, amountOf(amount));
      },
    });
  watchHeld(
    'prime_registry_mirrored_versions',
    'Mirrored versions, by base URL of the upstream; the same in every process.',
    ({ versions }) => versions,
  );
  watchHeld(
    'prime_registry_mirrored_bytes',
    'Bytes of mirrored tarballs, by base URL of the upstream; the same in every process.',
    ({ sizeBytes }) => sizeBytes,
  );
  new Gauge({
    name: 'prime_registry_upstream_silence_seconds',
    help: 'Time since an upstream last answered this process, or since the start, by base URL.',
    labelNames,
    registers,
    collect() {
      for (const [upstream, atMs] of answeredAtMs) this.set({ upstream }, (now() - atMs) / 1000);
    },
  });

  const errors = counterOf(
    'prime_registry_upstream_errors_total',
    'Requests that an upstream answered neither with success nor with 404, and pulls that failed, by base URL.',
  );
  return {
    reads: new MirrorReads(register),
    errors,
    evictedVersions: counterOf(
      'prime_registry_evicted_versions_total',
      'Mirrored versions that this process has evicted, by base URL of the upstream.',
    ),
    evictedBytes: counterOf(
      'prime_registry_evicted_bytes_total',
      'Bytes of the tarballs of versions that this process has evicted, by base URL of the upstream.',
    ),
    noteExchange(upstream, outcome) {
      if (ANSWER.test(outcome)) answeredAtMs.set(upstream, now());
      else errors.inc({ upstream });
    },
  };
}
