// A request to the registry under test.
import { SUITE_NAME, SUITE_VERSION } from '../suite-version.ts';

export interface ProbeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, sent unchanged after the path of the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** A remark about this request, for reports. */
  readonly remark?: string;
}

/** Its headers, with those that every request has. */
export function allHeaders(request: ProbeRequest): Record<string, string> {
  const length = request.body === undefined ? {} : { 'Content-Length': String(request.body.length) };
  return { 'User-Agent': `${SUITE_NAME}/${SUITE_VERSION}`, ...length, ...request.headers };
}
