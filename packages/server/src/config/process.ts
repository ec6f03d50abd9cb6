// The processes of the server: their number, caches, log and shutdown.
import { availableParallelism } from 'node:os';
import type { Setting } from './setting.ts';
import { choiceSetting, durationSetting, integerSetting, sizeOrZero } from './setting-kinds.ts';

const MAX_WORKERS = 64;
const workers = integerSetting(1, MAX_WORKERS, {
  name: 'workers',
  summary: 'Number of processes that serve',
  default: 1,
});

const threads = integerSetting(1, MAX_WORKERS, {
  name: 'threads',
  summary: 'Threads of each worker that read tarballs, compare versions and draw graphs',
  default: 2,
});

const THREADS: Setting<number | 'auto'> = {
  ...threads,
  allowed: `${threads.allowed}, or auto: one per core and 512 MiB of memory, at most 4`,
  default: 'auto',
  defaultText: 'auto',
  read: (text) => (text === 'auto' ? text : threads.read(text)),
};

export const WORKER_SETTINGS = {
  workers: {
    ...workers,
    allowed: `${workers.allowed}, or auto for one per core`,
    read: (text: string) =>
      text === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : workers.read(text),
  },
  threads: THREADS,
};

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const PROCESS_SETTINGS = {
  shutdownGraceMs: durationSetting({
    name: 'shutdown-grace',
    summary: 'How long in-flight requests can go on after SIGTERM or SIGINT',
    default: 30_000,
  }),
  responseCacheBytes: sizeOrZero({
    name: 'response-cache',
    summary: 'Maximum memory of each worker for the response cache; 0 turns it off',
    default: 32 * 2 ** 20,
  }),
  readLeases: choiceSetting(['auto', 'proxy', 'off'], {
    name: 'read-leases',
    summary:
      'Answer repeated reads of versions for a second without the database, for which yanks wait; auto: with PostgreSQL; ' +
      'proxy: let nginx in front do so as well',
    default: 'auto',
  }),
  logLevel: choiceSetting(LOG_LEVELS, {
    name: 'log-level',
    summary: 'Least severe messages that are logged, as JSON lines on standard error',
    default: 'info',
  }),
};
