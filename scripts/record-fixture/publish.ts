// Publishes versions over HTTP.
import { type Actor, buildTarball, manifestText, publishForm } from '@prime-registry/testkit';
import { type Author, filesOf, type Publication } from './publications.ts';
import type { RecordedVersion } from './recording.ts';

/** Publishes a version. @throws Error unless the status is 201 */
export async function publish(actor: Actor, publication: Publication): Promise<RecordedVersion> {
  const { name, version, atoms = [], options = {} } = publication;
  const manifest = manifestText(publication);
  // As bytes, because fetch changes line endings of strings (Fetch, section 5.2).
  const form = publishForm({ manifest: Buffer.from(manifest), tarball: buildTarball(filesOf(publication)) });
  for (const [part, value] of Object.entries(options)) form.set(part, value);
  const { status, text } = await actor.request('/publish', { method: 'POST', body: form });
  if (status !== 201)
    throw new Error(`the publish of ${name} ${version} was answered with ${status} ${text}`);
  return {
    ...{ name, version, manifest, sha256: JSON.parse(text).sha256 },
    atoms: atoms.map(({ id, kind = 'rule', description = '' }) => ({ id, kind, description })),
  };
}

/** Publishes versions in this order, then yanks those that have a reason for it. @throws Error if it cannot */
export async function publishAndYank(
  publications: readonly Publication[],
  actorOf: (name: Author) => Actor,
): Promise<RecordedVersion[]> {
  const versions: RecordedVersion[] = [];
  for (const publication of publications) versions.push(await publish(actorOf(publication.by), publication));
  for (const { by, name, version, yankReason } of publications) {
    if (yankReason === undefined) continue;
    const body = yankReason === '' ? undefined : { reason: yankReason };
    const { status, text } = await actorOf(by).yank(name, version, body);
    if (status !== 200) throw new Error(`the yank of ${name} ${version} was answered with ${status} ${text}`);
  }
  return versions;
}
