// Global setup of a test run: starts one S3 server for all files. Without one, tests that need it are skipped
// with a message. REQUIRE_S3=1 makes that a failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findObstacle, S3_SERVER_VARIABLE, startS3Server } from '@prime-registry/testkit/s3';

const INSTALL = fileURLToPath(new URL('../install-s3-server.sh', import.meta.url));

let stop = async (): Promise<void> => undefined;

export async function globalSetup(): Promise<void> {
  const isRootOnDebian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  // Standard output is for the report, so its output goes to standard error.
  if (isRootOnDebian) spawnSync(INSTALL, { stdio: ['ignore', process.stderr, process.stderr] });
  const obstacle = findObstacle();
  if (obstacle !== undefined) {
    process.stderr.write(`\nTHE TESTS OF THE S3 STORE ARE SKIPPED: ${obstacle}\n\n`);
    return;
  }
  const server = await startS3Server();
  process.env[S3_SERVER_VARIABLE] = JSON.stringify(server.account);
  stop = server.stop;
}

export async function globalTeardown(): Promise<void> {
  await stop();
}
