// The line of a request in the log. It is put together by hand, in the form in which the framework's logger writes all
// other lines: that takes longer to look at the fields than a hot read takes.
import { type Secrets, toLoggedPath } from '../requests/secrets.ts';
import type { LogStream } from './log-output.ts';

/** A request and its answer. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Of {@link quotePath}. */
  readonly quotedPath: string;
  readonly status: number;
  readonly durationMs: number;
  /** The address of the client, normalized. */
  readonly remote: string;
  readonly tokenId?: string | undefined;
}

/** Log levels at which every request has a line. */
const LOGGED_LEVELS: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/** Whether requests have lines at this log level. */
export function logsRequests(level: string): boolean {
  return LOGGED_LEVELS.has(level);
}

/** Writes the line of a request. */
export function writeSoonTo(stream: LogStream, line: string): void {
  if (stream.writeSoon === undefined) stream.write(line);
  else stream.writeSoon(line);
}

/** The line, with its line break. Ids, methods and addresses have no character that JSON escapes. */
export function formatRequestLine(request: LoggedRequest): string {
  const { requestId, method, quotedPath, status, durationMs, remote, tokenId } = request;
  const token = tokenId === undefined ? '' : `,"token_id":"${tokenId}"`;
  const duration = Math.round(durationMs * 100) / 100;
  return `{"level":30,"time":${Date.now()},"request_id":"${requestId}","method":"${method}","path":${quotedPath},"status":${status},"duration_ms":${duration},"remote":"${remote}"${token},"msg":"request"}\n`;
}

/** The path of a request as it is logged, as a JSON text of ASCII characters. */
export function quotePath(url: string, secrets: Secrets): string {
  const path = secrets.hide(toLoggedPath(url, secrets));
  if (NEEDS_NO_ESCAPE.test(path)) return `"${path}"`;
  return JSON.stringify(path).replace(NOT_PRINTABLE, escapeCharacter);
}

const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;
const NOT_PRINTABLE = /[^ -~]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
