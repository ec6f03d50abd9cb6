// The log of the primary, in the format of the workers, but without loading the framework.
import type { LogLevel } from '../../config/process.ts';
import type { LogStream } from '../../http/request-log/log-output.ts';

const LEVELS: Readonly<Record<LogLevel, number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: Number.POSITIVE_INFINITY,
};

type Write = (fields: object, message: string) => void;

/** Writes a line, unless its level is below the log level. */
export type PrimaryLog = Readonly<Record<'info' | 'warn' | 'error', Write>>;

/** Creates a log. */
export function createPrimaryLog(least: LogLevel, output: LogStream): PrimaryLog {
  const at =
    (level: LogLevel): Write =>
    (fields, message) => {
      if (LEVELS[level] < LEVELS[least]) return;
      const line = { level: LEVELS[level], time: Date.now(), ...fields, msg: message };
      output.write(`${JSON.stringify(line)}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
