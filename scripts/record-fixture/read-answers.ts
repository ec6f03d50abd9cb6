// Reads every answer of a registry that its later versions must still give.
import type { Actor } from '@prime-registry/testkit';
import type { RecordedAnswer, RecordedRemoval, RecordedVersion } from './recording.ts';

/**
 * All answers of that version of the program. Paths that it does not have are left out.
 * @param removed - the removed versions; undefined if the program cannot remove any
 */
export async function readAll(
  actor: Actor,
  versions: readonly RecordedVersion[],
  removed: readonly RecordedRemoval[] | undefined,
): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const read = async (path: string): Promise<void> => {
    const { status, json, headers } = await actor.get(path);
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    if (status === 200 && isJson) answers.push({ path, body: json });
  };
  for (const name of new Set(versions.map((version) => version.name)))
    await read(`/pack/${encodeURIComponent(name)}`);
  for (const { name, version, atoms } of versions) {
    const { status } = await actor.get(`/pack/${name}/${version}/tarball`);
    if (status !== 200) throw new Error(`the tarball of ${name} ${version} was answered with ${status}`);
    await read(`/pack/${name}/${version}`);
    await read(`/-/primes/${name}/${version}/atoms?limit=1000`);
    for (const { id } of atoms) await read(`/-/atoms/${id}?prime=${name}&version=${version}&text=full`);
  }
  for (const id of new Set(versions.flatMap(({ atoms }) => atoms.map((atom) => atom.id))))
    await read(`/-/atoms/${id}`);
  await read('/-/primes/@acme/baking/diff/1.0.0...1.1.0');
  await read('/-/primes?limit=1000');
  return removed === undefined ? answers : [...answers, ...(await readLife(actor, versions, removed))];
}

/** What happened to the versions after their publish, and the refusals to read the removed ones. */
async function readLife(
  actor: Actor,
  versions: readonly RecordedVersion[],
  removed: readonly RecordedRemoval[],
): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  for (const name of new Set([...versions, ...removed].map((version) => version.name))) {
    for (const path of [`/pack/${encodeURIComponent(name)}?yanked=include`, `/-/primes/${name}/lifecycle`])
      answers.push({ path, body: JSON.parse(await mustGet(actor, path)) });
  }
  for (const { name, version } of removed) {
    const below = [`/-/primes/${name}/${version}/atoms`, `/-/primes/${name}/${version}/pack.yaml`];
    for (const path of [`/pack/${name}/${version}`, `/pack/${name}/${version}/tarball`, ...below]) {
      const { status, json, text } = await actor.get(path);
      if (status !== 410 && status !== 451)
        throw new Error(`GET ${path} of a removed version was answered with ${status} ${text}`);
      answers.push({ path, status, body: { code: json.code } });
    }
  }
  return answers;
}

/** Reads the text of an answer. @throws Error unless the status is 200 */
export async function mustGet(actor: Actor, path: string): Promise<string> {
  const { status, text } = await actor.get(path);
  if (status !== 200) throw new Error(`GET ${path} was answered with ${status} ${text}`);
  return text;
}
