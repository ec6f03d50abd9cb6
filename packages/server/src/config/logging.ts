// What is written to standard error.
import { choiceSetting, type Setting } from './setting.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_LEVEL: Setting<LogLevel> = choiceSetting(
  {
    name: 'log-level',
    summary: 'Least severe messages to log, as JSON lines on standard error',
    default: 'info',
  },
  LOG_LEVELS,
);
