// Entry point for tests of a transparency log that let Go judge it: the packages of Go's checksum database verify its
// notes, tiles and proofs.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Where Debian and Ubuntu have the sources of Go's packages. */
const GO_PATH = '/usr/share/gocode';
const LIBRARY = join(GO_PATH, 'src/golang.org/x/mod/sumdb/note');
/** If it is 1, tests fail instead of being skipped. */
const REQUIRE_VARIABLE = 'REQUIRE_GO';

const SOURCE = fileURLToPath(new URL('main.go', import.meta.url));
const BUILD_CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/go-build', import.meta.url));

/** Judges logs, for one test file. */
export interface GoJudge {
  /** False, or the reason to skip the tests. */
  readonly skip: false | string;
  /**
   * Checks a whole log: the checkpoint, all entries against the tiles, and consistency proofs.
   * @param verifierKey - the key of the log, as text
   * @param log - its folder, or its address, such as `http://127.0.0.1:4000/-/log`
   * @param proofFiles - `.tlog-proof` files with the entry as extra data, which are checked, too
   * @returns what was checked
   * @throws Error with the reason, if something is wrong with the log
   */
  judge(verifierKey: string, log: string, proofFiles?: readonly string[]): Promise<string>;
}

/**
 * Builds the judge. Without Go, it prints a loud warning.
 * @throws Error if there is no Go and REQUIRE_GO is 1
 */
export function useGoJudge(): GoJudge {
  const skip = findObstacle();
  if (skip !== false) {
    if (process.env[REQUIRE_VARIABLE] === '1') throw new Error(skip);
    process.stderr.write(`\nGO DOES NOT JUDGE THE TRANSPARENCY LOG: ${skip}\n\n`);
    return { skip, judge: () => Promise.reject(new Error(skip)) };
  }
  const folder = mkdtempSync(join(tmpdir(), 'go-judge-'));
  after(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'judge');
  execFileSync('go', ['build', '-o', program, SOURCE], {
    env: { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, GOCACHE: BUILD_CACHE, CGO_ENABLED: '0' },
  });
  return {
    skip,
    async judge(verifierKey, log, proofFiles = []) {
      const { stdout } = await promisify(execFile)(program, [verifierKey, log, ...proofFiles], {
        timeout: 60_000,
      });
      return stdout.trim();
    },
  };
}

function findObstacle(): false | string {
  const install = 'On Debian or Ubuntu, as root: scripts/install-go.sh';
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
  } catch {
    return `there is no program go. ${install}`;
  }
  return existsSync(LIBRARY) ? false : `there is no ${LIBRARY}. ${install}`;
}
