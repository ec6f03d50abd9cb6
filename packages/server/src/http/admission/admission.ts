// Admission under overload. It is decided before anything else of a request is examined.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RecordableHistogram } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSettings } from '../../config/server-settings.ts';
import { ConnectionLimit, type ConnectionLimits } from './connection-limit.ts';
import { type Load, type LoadLimits, LoadMonitor } from './load-monitor.ts';
import { overloaded } from './overloaded.ts';
import { UploadSlots } from './upload-slots.ts';

/**
 * How a request is treated under overload: `vital` requests are always answered (health, metrics); `heavy`
 * ones, which may take long or much memory, are refused first.
 */
export type Weight = 'vital' | 'usual' | 'heavy';

export class Admission {
  readonly uploads: UploadSlots;
  readonly #connections: ConnectionLimit;
  readonly #load: LoadMonitor;

  /** @param isProxy - whether an address is that of a trusted proxy */
  constructor(
    server: Server,
    limits: LoadLimits & ConnectionLimits & Pick<ServerSettings, 'maxUploads'>,
    isProxy: (address: string) => boolean,
    onLoadChange: (load: Load) => void,
  ) {
    this.uploads = new UploadSlots(limits.maxUploads);
    this.#connections = new ConnectionLimit(limits, isProxy);
    this.#connections.watch(server);
    this.#load = new LoadMonitor(limits, onLoadChange);
    server.on('connection', () => this.#load.wake());
    server.on('request', () => this.#load.wake());
  }

  /** How late the event loop is, in nanoseconds, for the metrics. */
  get loopDelays(): RecordableHistogram {
    return this.#load.loopDelay.delays;
  }

  /** Whether the connection is over the limit. */
  isSurplus(socket: Socket): boolean {
    return this.#connections.isSurplus(socket);
  }

  /** @throws RegistryError `overloaded` */
  admit(weight: Weight, { raw }: FastifyRequest, reply: FastifyReply): void {
    const isSurplus = this.isSurplus(raw.socket);
    if (isSurplus) reply.header('Connection', 'close');
    if (isSurplus && weight !== 'vital') throw overloaded('There are too many connections at the moment.');
    if (weight === 'heavy' && this.#load.isOverloaded) throw overloaded('The registry is overloaded.');
  }

  /** Stops measuring. */
  stop(): void {
    this.#load.stop();
  }
}
