// Fixtures: databases of earlier programs, with a recording of their contents; see fixtures/README.md.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createNearDatabase, query } from '@prime-registry/testkit/postgres';
import type { Recording } from '../../../../scripts/record-fixture/recording.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const SHARED_BLOBS = 'blobs';

/** The fixture of an earlier program. */
export interface Fixture {
  /** Its last migration, or the version of the program that made it. */
  readonly name: string;
  readonly engine: Recording['engine'];
  readonly recording: Recording;
}

/** The data folder of a registry, and the address of its database if that is PostgreSQL. */
export interface RestoredRegistry {
  readonly dataFolder: string;
  readonly database: string | undefined;
}

/** The fixtures of an engine, oldest first. */
export async function listFixtures(engine: Recording['engine']): Promise<Fixture[]> {
  const fixtures: Fixture[] = [];
  const names = (await readdir(FIXTURES)).toSorted(new Intl.Collator('en', { numeric: true }).compare);
  // Those of releases, such as 0.1.0, are newer than those of migrations, such as 0002-search.
  const isRelease = (name: string) => /^\d+\.\d/.test(name);
  for (const name of [...names.filter((each) => !isRelease(each)), ...names.filter(isRelease)]) {
    const bytes = await readFile(join(FIXTURES, name, engine, 'recording.json.gz')).catch(() => undefined);
    if (bytes === undefined) continue;
    fixtures.push({ name, engine, recording: JSON.parse(gunzipSync(bytes).toString()) as Recording });
  }
  return fixtures;
}

/** Restores the registry of a fixture, with its tarballs. @param dataFolder - an empty folder */
export async function restoreFixture(
  { name, engine }: Pick<Fixture, 'name' | 'engine'>,
  dataFolder: string,
): Promise<RestoredRegistry> {
  const folder = join(FIXTURES, name, engine);
  await mkdir(dataFolder, { recursive: true });
  await cp(join(FIXTURES, SHARED_BLOBS), join(dataFolder, 'blobs'), { recursive: true });
  if (engine === 'sqlite') {
    const bytes = gunzipSync(await readFile(join(folder, 'registry.sqlite.gz')));
    await writeFile(join(dataFolder, 'registry.sqlite'), bytes);
    return { dataFolder, database: undefined };
  }
  const database = await createNearDatabase();
  await query(database, gunzipSync(await readFile(join(folder, 'registry.sql.gz'))).toString());
  return { dataFolder, database };
}
