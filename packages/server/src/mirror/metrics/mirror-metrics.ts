// What an operator can see of the registries behind this one: how they answer, and how much of them is kept.
import { Counter, Gauge, type Registry } from 'prom-client';
import { MirrorReads } from './mirror-reads.ts';

/** How much is here of a registry. */
interface HeldAmount {
  readonly origin: string;
  readonly versions: number;
  readonly sizeBytes: number;
}

/** The meters of a mirror, by the base URL of each registry. */
export interface MirrorMetrics {
  readonly reads: MirrorReads;
  readonly errors: Counter<'upstream'>;
  readonly evictedVersions: Counter<'upstream'>;
  readonly evictedBytes: Counter<'upstream'>;
  /** It was asked, and answered with a status; or what went wrong when there was none. */
  noteExchange(upstream: string, outcome: string): void;
}

/** That it has something, or has not; or was not waited for. */
const ANSWER = /^([23]\d\d|404|aborted)$/;

/** What is asked when somebody looks, and no more often than that. */
export interface MirrorMetricsDeps {
  readonly register: Registry;
  readonly upstreams: readonly { readonly url: string }[];
  /** Rejects when it is not known just now: then nothing is told of it. */
  readonly listHeld: () => Promise<readonly HeldAmount[]>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

/** Makes the meters. */
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

  // Both are told at the same moment: they ask once.
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
    'Versions that are here of other registries, by base URL; the same in every process.',
    ({ versions }) => versions,
  );
  watchHeld(
    'prime_registry_mirrored_bytes',
    'Bytes of the tarballs that are here of other registries, by base URL; the same in every process.',
    ({ sizeBytes }) => sizeBytes,
  );
  new Gauge({
    name: 'prime_registry_upstream_silence_seconds',
    help: 'Time since a registry behind this one has answered this process, by base URL; since the start, if it never has.',
    labelNames,
    registers,
    collect() {
      for (const [upstream, atMs] of answeredAtMs) this.set({ upstream }, (now() - atMs) / 1000);
    },
  });

  const errors = counterOf(
    'prime_registry_upstream_errors_total',
    'Questions that a registry behind this one did not answer as a registry does, by base URL.',
  );
  return {
    reads: new MirrorReads(register),
    errors,
    evictedVersions: counterOf(
      'prime_registry_evicted_versions_total',
      'Versions of other registries that this process has evicted, by base URL.',
    ),
    evictedBytes: counterOf(
      'prime_registry_evicted_bytes_total',
      'Bytes of the tarballs of versions that this process has evicted, by base URL.',
    ),
    noteExchange(upstream, outcome) {
      if (ANSWER.test(outcome)) answeredAtMs.set(upstream, now());
      else errors.inc({ upstream });
    },
  };
}
