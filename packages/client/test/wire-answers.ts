// Valid answers of a registry, for tests that change one thing.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { NAME } from './test-client.ts';

export const VERSION_LIST = {
  name: NAME,
  versions: [
    { version: '1.0.0', published_at: '2026-11-21T09:30:00Z' },
    { version: '1.1.0', published_at: '2026-11-22T09:30:00Z' },
  ],
  latest: '1.1.0',
};

/** Only the fields of the contract. */
export const MANIFEST = {
  name: NAME,
  version: '1.0.0',
  description: 'Rules for writing web pages',
  license: 'Apache-2.0',
  atoms: 3,
  namespaces: ['@acme'],
  'prime-version': '1.0',
  sha256: 'a'.repeat(64),
  tarball_url: `/pack/${NAME}/1.0.0/tarball`,
};

export const RECEIPT = {
  name: NAME,
  version: '1.0.0',
  sha256: 'a'.repeat(64),
  url: `/pack/${NAME}/1.0.0/tarball`,
};

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** Answers with a page. */
export function sendHtml(response: ServerResponse, status: number): void {
  const page = '<!doctype html><title>Welcome</title><script>alert(1)</script>';
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

/** Answers with a problem document (RFC 9457). */
export function sendProblem(
  response: ServerResponse,
  status: number,
  problem: object,
  headers: Record<string, string> = {},
): void {
  const type = { 'content-type': 'application/problem+json; charset=utf-8' };
  response.writeHead(status, { ...type, ...headers }).end(JSON.stringify({ status, ...problem }));
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
