// The processes of the server: their number, caches, log and shutdown.
import { availableParallelism } from 'node:os';
import type { Setting } from './setting.ts';
import { choiceSetting, durationSetting, integerSetting, orZero, sizeSetting } from './setting-kinds.ts';

const MAX_WORKERS = 64;
const workers = integerSetting(
  { name: 'workers', summary: 'Number of processes that serve', default: 1 },
  1,
  MAX_WORKERS,
);

export const WORKERS: Setting<number> = {
  ...workers,
  allowed: `${workers.allowed}, or auto for one per core`,
  read: (text) => (text === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : workers.read(text)),
};

const threads = integerSetting(
  {
    name: 'threads',
    summary: 'Threads of each worker that read tarballs, compare versions and draw graphs',
    default: 2,
  },
  1,
  MAX_WORKERS,
);

export const THREADS: Setting<number | 'auto'> = {
  ...threads,
  allowed: `${threads.allowed}, or auto: one per core and 512 MiB of memory, at most 4`,
  default: 'auto',
  defaultText: 'auto',
  read: (text) => (text === 'auto' ? text : threads.read(text)),
};

export const SHUTDOWN_GRACE: Setting<number> = durationSetting({
  name: 'shutdown-grace',
  summary: 'How long in-flight requests can go on after SIGTERM or SIGINT',
  default: 30_000,
});

export const RESPONSE_CACHE: Setting<number> = orZero(
  sizeSetting({
    name: 'response-cache',
    summary: 'Maximum memory of each worker for the response cache; 0 turns it off',
    default: 32 * 2 ** 20,
  }),
);

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_LEVEL: Setting<LogLevel> = choiceSetting(
  {
    name: 'log-level',
    summary: 'Least severe messages that are logged, as JSON lines on standard error',
    default: 'info',
  },
  LOG_LEVELS,
);
