// Options of a server besides its settings.
import type { LogStream } from '../http/request-log/log-stream.ts';
import type { RegistryMetrics } from '../metrics/registry-metrics.ts';

export interface ServerOptions {
  /**
   * Whether the server may listen before the code of all routes is loaded: `complete` of the server loads the rest.
   * Default: all of it is loaded at once.
   */
  readonly isStaged?: boolean;
  /** Accepted as an admin token for every scope. */
  readonly adminToken?: string | undefined;
  /** Milliseconds since the epoch; default the system's clock. */
  readonly now?: () => number;
  /** How long after the registration of read leases the first may begin, in milliseconds; only tests need another time. */
  readonly leasesAfterMs?: number | undefined;
  /** Where log lines go; default standard error. */
  readonly logStream?: LogStream;
  /** Where the metrics are registered; default a register of this server alone. */
  readonly register?: RegistryMetrics['register'];
}
