// A whole registry in this process, with something in it, and what must hold for all of its answers.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_CODES, PROBLEM_CONTENT_TYPE } from '@prime-registry/protocol';
import { buildTarball, encodeForm, manifestText } from '@prime-registry/testkit';
import { buildServer, DEFAULT_SETTINGS, type RegistryServer } from 'prime-registry';
import { expect, outline } from '../target.ts';

/** A token that the registry takes. */
export const TOKEN = 'fuzzing-takes-this-token';

/** A registry to be fuzzed. */
export interface FuzzedRegistry {
  readonly server: RegistryServer;
  /** Paths of everything below the data folder, save the database. */
  listFiles(): Promise<string[]>;
  /** Throws when the log has told of a mistake since this was called last. */
  checkLog(): void;
  close(): Promise<void>;
}

/** An answer, however it was come by. */
export interface FuzzedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Opens a registry that holds two versions of a Prime. */
export async function openRegistry(): Promise<FuzzedRegistry> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'prime-fuzz-'));
  const log: string[] = [];
  const server = await buildServer(
    { ...DEFAULT_SETTINGS, dataFolder, logLevel: 'warn', maxTarballBytes: 2 ** 20 },
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
        .filter((path) => !path.startsWith('registry.sqlite'))
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

/** Whatever was asked, the answer is one. @returns what came of it */
export function checkAnswer({ status, contentType, body }: FuzzedAnswer, isHead = false): string {
  expect(status >= 100 && status < 500, `a ${status}: ${body.slice(0, 200)}`);
  if (status < 400) return String(status);
  expect(contentType === PROBLEM_CONTENT_TYPE, `a ${status} of the type ${contentType}`);
  if (isHead) return String(status);
  const { code, detail, status: ownStatus } = JSON.parse(body) as Record<string, unknown>;
  expect(String(code) in ERROR_CODES && ownStatus === status, `a ${status} with the code ${code}`);
  return `${status} ${code} ${outline(String(detail))}`;
}
