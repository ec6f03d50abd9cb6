// The metrics of a registry, in the Prometheus text format.
import { Counter, Histogram, Registry } from 'prom-client';
import { SECONDS } from './durations.ts';
import { OperationDurations } from './operation-durations.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import { RequestDurations } from './request-durations.ts';

export type RegistryMetrics = Readonly<ReturnType<typeof createRegistryMetrics>>;

/** Creates the metrics. @param register - where they are registered; default a new one */
export function createRegistryMetrics(register = new Registry()) {
  const registers = [register];
  registerProcessMetrics(register);
  const requestDuration = new RequestDurations();
  const storeDuration = new OperationDurations();
  for (const durations of [requestDuration, storeDuration]) durations.registerIn(register);
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    register,
    requestDuration,
    publishes: counter(
      'prime_registry_publishes_total',
      'Publishes by outcome: published, or the code of the error.',
      'outcome',
    ),
    publishChecks: counter(
      'prime_registry_publish_checks_total',
      'Checks before a publish by outcome: accepted, or the code of the error.',
      'outcome',
    ),
    publishedBytes: counter('prime_registry_published_bytes_total', 'Bytes of published tarballs.'),
    downloads: counter('prime_registry_downloads_total', 'Tarballs served, whole or in part.'),
    downloadedBytes: counter(
      'prime_registry_downloaded_bytes_total',
      'Bytes of tarballs to be sent in these answers.',
    ),
    yanks: counter('prime_registry_yanks_total', 'Answered yanks.'),
    exchanges: counter(
      'prime_registry_token_exchanges_total',
      'Token exchanges by kind (identity or token) and outcome: exchanged, or the code of the error.',
      'kind',
      'outcome',
    ),
    issuerReads: counter(
      'prime_registry_issuer_reads_total',
      'Reads of the keys of issuers, by issuer and outcome: read or failed.',
      'issuer',
      'outcome',
    ),
    storeDuration,
    upstreamDuration: new Histogram({
      name: 'prime_registry_upstream_duration_seconds',
      help: 'Time until an upstream answers, by its base URL and outcome: the status, or the kind of failure.',
      labelNames: ['upstream', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    pulledBytes: counter(
      'prime_registry_pulled_bytes_total',
      'Bytes of tarballs that were pulled completely, by base URL of the upstream.',
      'upstream',
    ),
  };
}
