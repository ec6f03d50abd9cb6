// `npm run fixture:release`: records a database of the current version, or of another checkout, for the tests
// of migrations.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createDatabase } from '@prime-registry/testkit/postgres';
import { copySqlite, dumpPostgres } from './record-fixture/databases.ts';
import { recordRegistry } from './record-fixture/record-registry.ts';
import type { Recording } from './record-fixture/recording.ts';
import { helpOf, versionOf } from './record-fixture/registry-process.ts';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = join(REPOSITORY, 'packages/store/test/migrations/fixtures');

const { values } = parseArgs({
  options: {
    checkout: { type: 'string', default: REPOSITORY },
    fixtures: { type: 'string', default: FIXTURES },
    name: { type: 'string' },
  },
});
const source = resolve(values.checkout);
const programs = process.env.POSTGRES_BIN;

await record('sqlite');
if (!helpOf({ folder: source }, 'serve').includes('--database ')) {
  process.stdout.write('The version of that checkout only supports SQLite.\n');
} else if (programs === undefined) {
  process.stderr.write(
    'No dump of PostgreSQL: set POSTGRES_BIN to the folder of initdb, postgres and pg_dump.\n',
  );
  process.exitCode = 1;
} else {
  await record('postgres', programs);
}

async function record(engine: 'sqlite' | 'postgres', postgresPrograms = ''): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'prime-fixture-'));
  try {
    const isPostgres = engine === 'postgres';
    const database = isPostgres ? await createDatabase() : undefined;
    const checkout = { folder: source, dataFolder: join(work, 'data'), database };
    const upstream = { ...checkout, dataFolder: join(work, 'upstream'), database: undefined };
    const recorded = await recordRegistry(checkout, upstream);
    const copy =
      database === undefined
        ? await copySqlite(checkout.dataFolder)
        : await dumpPostgres(database, postgresPrograms);
    const recording: Recording = {
      commit: execFileSync('git', ['-C', source, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
      program: versionOf(checkout),
      engine,
      migrations: copy.migrations,
      ...recorded,
    };
    const folder = join(values.fixtures, values.name ?? recording.program, engine);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, copy.fileName), copy.bytes);
    const text = `${JSON.stringify(recording, undefined, 2)}\n`;
    await writeFile(join(folder, 'recording.json.gz'), gzipSync(text, { level: 9 }));
    // The databases share tarballs, because all have the same Primes.
    const tarballs = join('blobs', 'sha256');
    await cp(join(checkout.dataFolder, tarballs), join(values.fixtures, tarballs), { recursive: true });
    process.stdout.write(`Recorded ${folder}: ${Math.ceil(copy.bytes.length / 1024)} KiB.\n`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
