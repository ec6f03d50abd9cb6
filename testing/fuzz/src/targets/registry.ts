// A whole registry in this process, with some content, and the invariants of all its answers.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_CODES, PROBLEM_CONTENT_TYPE } from '@prime-registry/protocol';
import { buildTarball, encodeForm, manifestText } from '@prime-registry/testkit';
import type { RegistryServer } from 'prime-registry';
import { expect, outline } from '../target.ts';

/** A valid token of the registry. */
export const TOKEN = 'fuzzing-takes-this-token';

/** A registry to be fuzzed. */
export interface FuzzedRegistry {
  readonly server: RegistryServer;
  /** Paths of all files below the data folder, except the database and the mark of the last publishes. */
  listFiles(): Promise<string[]>;
  /** Checks the log since the last call. @throws Flaw if it has an unexpected error */
  checkLog(): void;
  close(): Promise<void>;
}

/** An answer, over HTTP or in process. */
export interface FuzzedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Opens a registry with two versions of a Prime. */
export async function openRegistry(): Promise<FuzzedRegistry> {
  // Loaded on demand: each target has a thread of its own, and most need no registry.
  const { buildServer, DEFAULT_SETTINGS } = await import('prime-registry');
  const dataFolder = await mkdtemp(join(tmpdir(), 'prime-fuzz-'));
  const log: string[] = [];
  const server = await buildServer(
    // Load shedding is off: a busy machine must not change the answers, or write a warning.
    { ...DEFAULT_SETTINGS, dataFolder, logLevel: 'warn', maxTarballBytes: 2 ** 20, overloadDelayMs: 0 },
    { adminToken: TOKEN, logStream: { write: (line) => void log.push(line) } },
  );
  for (const version of ['1.0.0', '1.1.0-rc.1']) {
    const { contentType, body } = encodeForm([
      { name: 'manifest', body: manifestText({ version }) },
      { name: 'tarball', fileName: 'x.tar.gz', body: buildTarball({ 'README.md': version }) },
    ]);
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': contentType };
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/publish',
      headers,
      payload: body,
    });
    if (statusCode !== 201) throw new Error(`the registry could not be filled: ${statusCode}`);
  }
  return {
    server,
    listFiles: async () =>
      (await readdir(dataFolder, { recursive: true }))
        // The mark of the last publishes, and its temporary file, are written some seconds after a publish.
        .filter((path) => !path.startsWith('registry.sqlite') && !/^blobs\/[^/]+$/.test(path))
        .toSorted(),
    checkLog() {
      const [line] = log.splice(0);
      expect(line === undefined, `the log says ${line}`);
    },
    async close() {
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Checks the invariants of an answer. @returns the outcome */
export function checkAnswer({ status, contentType, body }: FuzzedAnswer, isHead = false): string {
  expect(status >= 100 && status < 500, `a ${status}: ${body.slice(0, 200)}`);
  if (status < 400) return String(status);
  expect(contentType === PROBLEM_CONTENT_TYPE, `a ${status} with the content type ${contentType}`);
  if (isHead) return String(status);
  const { code, detail, status: ownStatus } = JSON.parse(body) as Record<string, unknown>;
  expect(String(code) in ERROR_CODES && ownStatus === status, `a ${status} with the code ${code}`);
  return `${status} ${code} ${outline(String(detail))}`;
}
