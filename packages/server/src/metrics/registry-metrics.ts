// The metrics of a registry, in the Prometheus text format.
import { Counter, Histogram, Registry } from 'prom-client';
import { OperationDurations } from './operation-durations.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import { RequestDurations } from './request-durations.ts';

/** The metrics of one server. */
export interface RegistryMetrics {
  readonly register: Registry;
  readonly requestDuration: RequestDurations;
  readonly publishes: Counter<'outcome'>;
  readonly publishChecks: Counter<'outcome'>;
  readonly publishedBytes: Counter;
  readonly downloads: Counter;
  readonly downloadedBytes: Counter;
  readonly yanks: Counter;
  readonly exchanges: Counter<'kind' | 'outcome'>;
  readonly issuerReads: Counter<'issuer' | 'outcome'>;
  readonly storeDuration: OperationDurations;
  readonly upstreamDuration: Histogram<'upstream' | 'outcome'>;
  readonly pulledBytes: Counter<'upstream'>;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Creates the metrics. @param register - where they are registered; default a new one */
export function createRegistryMetrics(register = new Registry()): RegistryMetrics {
  const registers = [register];
  registerProcessMetrics(register);
  const requestDuration = new RequestDurations();
  const storeDuration = new OperationDurations();
  for (const durations of [requestDuration, storeDuration]) durations.registerIn(register);
  return {
    register,
    requestDuration,
    publishes: new Counter({
      name: 'prime_registry_publishes_total',
      help: 'Publishes by outcome: published, or the code of the error.',
      labelNames: ['outcome'],
      registers,
    }),
    publishChecks: new Counter({
      name: 'prime_registry_publish_checks_total',
      help: 'Checks before a publish by outcome: accepted, or the code of the error.',
      labelNames: ['outcome'],
      registers,
    }),
    publishedBytes: new Counter({
      name: 'prime_registry_published_bytes_total',
      help: 'Bytes of published tarballs.',
      registers,
    }),
    downloads: new Counter({
      name: 'prime_registry_downloads_total',
      help: 'Tarballs served, whole or in part.',
      registers,
    }),
    downloadedBytes: new Counter({
      name: 'prime_registry_downloaded_bytes_total',
      help: 'Bytes of tarballs to be sent in these answers.',
      registers,
    }),
    yanks: new Counter({ name: 'prime_registry_yanks_total', help: 'Answered yanks.', registers }),
    exchanges: new Counter({
      name: 'prime_registry_token_exchanges_total',
      help: 'Token exchanges by kind (identity or token) and outcome: exchanged, or the code of the error.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    issuerReads: new Counter({
      name: 'prime_registry_issuer_reads_total',
      help: 'Reads of the keys of issuers, by issuer and outcome: read or failed.',
      labelNames: ['issuer', 'outcome'],
      registers,
    }),
    storeDuration,
    upstreamDuration: new Histogram({
      name: 'prime_registry_upstream_duration_seconds',
      help: 'Time until an upstream answers, by its base URL and outcome: the status, or the kind of failure.',
      labelNames: ['upstream', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    pulledBytes: new Counter({
      name: 'prime_registry_pulled_bytes_total',
      help: 'Bytes of tarballs that were pulled completely, by base URL of the upstream.',
      labelNames: ['upstream'],
      registers,
    }),
  };
}
