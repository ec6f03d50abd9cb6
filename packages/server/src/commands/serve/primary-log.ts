// Log lines of the process that only watches over others: in the form of theirs, without the framework that writes those.
import type { LogLevel } from '../../config/process.ts';

const LEVELS: Readonly<Record<LogLevel, number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: Number.POSITIVE_INFINITY,
};

type Write = (fields: object, message: string) => void;

/** Writes a line each, when its level is not below the least that is logged. */
export type PrimaryLog = Readonly<Record<'info' | 'warn' | 'error', Write>>;

/** Makes a log on standard error. */
export function createPrimaryLog(least: LogLevel): PrimaryLog {
  const at =
    (level: LogLevel): Write =>
    (fields, message) => {
      if (LEVELS[level] < LEVELS[least]) return;
      const line = { level: LEVELS[level], time: Date.now(), ...fields, msg: message };
      process.stderr.write(`${JSON.stringify(line)}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
