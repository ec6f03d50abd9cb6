// Plans the version that was asked for on the command line.
import { basename } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { compareVersions, parseManifest, parseVersion, type Version } from '@prime-registry/protocol';
import { readManifest, readManifestFile, unpublishable } from '../pack/read-manifest.ts';
import { raiseVersion, STEPS, type Step } from './raise-version.ts';
import type { VersionPlan } from './version-plan.ts';

/** `patch`, or `1.2.0`. @throws UsageError */
export function parseRequest(text: string): Step | Version {
  const step = STEPS.find((known) => known === text);
  if (step !== undefined) return step;
  const parsed = parseVersion(text);
  if (parsed.ok) return parsed.value;
  throw new UsageError(`${parsed.message}; use ${STEPS.join(', ')}, a version, or --auto`);
}

/** The plan for that version, or for none. @throws ValidationError */
export async function planGiven(folder: string, request: Step | Version | undefined): Promise<VersionPlan> {
  const { name, from } = await readCurrent(folder, request);
  const plan = { folder, name, published: null, step: null, reasons: [] };
  if (from === undefined || typeof request === 'object') {
    const to = typeof request === 'object' ? request : from;
    const isLower = from && to && compareVersions(to, from) < 0;
    const why = isLower ? 'lower than before' : '';
    return { ...plan, from: from?.full ?? '', to: to?.full ?? '', why };
  }
  const to = request === undefined ? from : raiseVersion(from, request);
  return { ...plan, from: from.full, to: to.full, why: '' };
}

/** The present version; undefined if it is wrong and another one is given. @throws ValidationError */
async function readCurrent(
  folder: string,
  request: Step | Version | undefined,
): Promise<{ name: string; from: Version | undefined }> {
  if (typeof request !== 'object') {
    const { manifest } = await readManifest(folder);
    return { name: manifest.name.full, from: manifest.version };
  }
  const parsed = parseManifest(await readManifestFile(folder));
  if ('manifest' in parsed) return { name: parsed.manifest.name.full, from: parsed.manifest.version };
  const others = parsed.problems.filter(({ field }) => field !== 'version');
  if (others.length > 0) throw unpublishable(`${basename(folder)}/pack.yaml`, others);
  return { name: basename(folder), from: undefined };
}
