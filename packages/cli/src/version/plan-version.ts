// Plans the version that the changes of a folder need, against what a registry has.
import { type Bump, diffInventories, judgeVersions, listReasons } from '@prime-registry/atoms';
import type { RegistryClient } from '@prime-registry/client';
import { getValue, isPrerelease, type PrimeName, parseVersion, type Version } from '@prime-registry/protocol';
import { SECRET_RULE_IDS } from '@prime-registry/secret-scan';
import { FileDigests, listChangedFiles } from '../atoms/file-digests.ts';
import { listPublished, type Published, readPublished } from '../atoms/published-version.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import { packFolder } from '../pack/pack-folder.ts';
import { readManifest, type SourceManifest } from '../pack/read-manifest.ts';
import { setManifestVersion } from '../pack/rename-manifest.ts';
import { createTakenCheck, findReference } from './published-versions.ts';
import { findFree, raiseVersion } from './raise-version.ts';
import type { VersionPlan } from './version-plan.ts';

/** A folder to plan for. */
export interface PlanRequest {
  /** Absolute path of a folder with a pack.yaml. */
  readonly folder: string;
  /** The name to look up, if it is not that of the pack.yaml. */
  readonly name?: PrimeName | undefined;
}

/** A folder that differs from what is published, or not. */
interface Changes {
  readonly step: Bump;
  readonly reasons: readonly string[];
}

/**
 * Compares a folder with the latest published version, and finds the lowest version that says enough about the
 * changes. A version in the pack.yaml that is high enough and free stays. If the pack.yaml has a prerelease, it is
 * compared with the version before it, and its series goes on.
 * @throws ValidationError, PackError if the folder cannot be packed; CommandError if atoms cannot be read
 */
export async function planVersion(
  context: CommandContext,
  registry: RegistryClient,
  { folder, name: givenName }: PlanRequest,
): Promise<VersionPlan> {
  const source = await readManifest(folder, givenName);
  const { name, version: current } = source.manifest;
  const plan = { folder, name: name.full, from: current.full, to: current.full };
  const nothing = { ...plan, published: null, step: null, reasons: [] };
  const list = await listPublished(registry, name.full, context.signal);
  if (list === undefined) {
    return { ...nothing, why: `${registry.baseUrl} has no version of it yet, so any version will do` };
  }
  const isTaken = createTakenCheck(list);
  const reference = findReference(list, current);
  if (reference === undefined) {
    const to = findFree(current, isTaken).full;
    return {
      ...nothing,
      to,
      why: 'every published version is yanked or removed, so any free version will do',
    };
  }
  const published = await readPublished(context, registry, name.full, reference);
  const { step, reasons } = await findChanges(context, folder, source, published);
  const compared = { ...plan, published: reference.full, step, reasons };
  if (step === 'none') {
    return { ...compared, why: `nothing has changed since ${reference.full} was published` };
  }
  const { isRespected, message } = judgeVersions(reference, current, step);
  if (isRespected && !isTaken(current)) return { ...compared, why: message };
  const to = findFree(findSufficient(reference, current, step), isTaken);
  const why = isRespected ? `${current.full} is taken` : message;
  return { ...compared, to: to.full, why };
}

/** The lowest version that is a sufficient step; in the series of a prerelease, the next prerelease. */
function findSufficient(reference: Version, current: Version, step: Bump): Version {
  const { suggestion } = judgeVersions(reference, reference, step);
  const stable =
    suggestion === undefined ? raiseVersion(reference, 'patch') : getValue(parseVersion(suggestion));
  if (!isPrerelease(current)) return stable;
  const { prerelease, numbers } = current;
  const isEnough = judgeVersions(reference, current, step).isRespected || isSameSeries(reference, current);
  const core = isEnough ? numbers.join('.') : stable.numbers.join('.');
  return getValue(parseVersion(`${core}-${prerelease.join('.')}`));
}

function isSameSeries(reference: Version, current: Version): boolean {
  return isPrerelease(reference) && reference.numbers.join('.') === current.numbers.join('.');
}

/** Compares all files. The manifest gets the published version, so that the number alone is no change. */
async function findChanges(
  { signal }: CommandContext,
  folder: string,
  { bytes }: SourceManifest,
  published: Published,
): Promise<Changes> {
  const digests = new FileDigests();
  const packed = await packFolder({
    folder,
    manifestBytes: setManifestVersion(bytes, published.version.full),
    // Nothing leaves this machine.
    allowedSecrets: new Set(SECRET_RULE_IDS),
    digests,
    signal,
  });
  if (packed.inventory === undefined) throw new CommandError(`the atoms of ${folder} cannot be read`);
  if (packed.sha256 === published.sha256) return { step: 'none', reasons: [] };
  const diff = diffInventories(published.inventory.atoms, packed.inventory.atoms);
  if (diff.bump !== 'none') return { step: diff.bump, reasons: listReasons(diff) };
  const files = listChangedFiles(published.files, digests.files);
  return files.length === 0
    ? { step: 'none', reasons: [] }
    : { step: 'patch', reasons: files.map((path) => `the file ${path} differs`) };
}
