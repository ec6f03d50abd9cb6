// `prime pack`
import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { flag, valued } from '@prime-registry/command-line';
import { annotateErrors } from '../../ci/annotate-errors.ts';
import type { Command } from '../../command.ts';
import { createTemporaryPath } from '../../files/temporary.ts';
import { ALLOW_DANGLING_OPTION, EDGES_HELP, requireEdges } from '../../lint/require-edges.ts';
import { EXCLUSIONS_HELP } from '../../pack/exclusions.ts';
import { findNameFlag, NAME_OPTION } from '../../pack/name-flag.ts';
import { resolveOutput, tarballFileName } from '../../pack/output-path.ts';
import { type PackedFolder, type PackRequest, packFolder } from '../../pack/pack-folder.ts';
import { describeSummary, type PackSummary, summarize } from '../../pack/pack-summary.ts';
import { readManifest } from '../../pack/read-manifest.ts';
import { reportPacked, warnOfLimits } from '../../pack/report-packed.ts';
import { ALLOW_STALE_OPTION, allowsStale, requireFresh } from '../../pack/require-fresh.ts';
import { ALLOW_SECRET_OPTION, readAllowedSecrets } from '../../pack/secret-collector.ts';
import { loadAccess } from '../../registries/registry-access.ts';

/** A packed Prime. */
export interface PackResult extends PackSummary {
  /** The number of files, and of whole folders, that were left out. */
  readonly excluded_count: number;
  /** Path of the tarball; absent with `--dry-run`. */
  readonly tarball?: string;
}

export const pack: Command<PackResult> = {
  usage: {
    parameters: ['[<folder>]'],
    asksRegistries: true,
    options: {
      'dry-run': flag('Check, and list the files that would be packed; write nothing'),
      out: valued('<file>', 'The tarball; by default <scope>-<name>-<version>.tar.gz in the current folder'),
      name: NAME_OPTION,
      'allow-dangling': ALLOW_DANGLING_OPTION,
      'allow-secret': ALLOW_SECRET_OPTION,
      'allow-stale': ALLOW_STALE_OPTION,
    },
    details: [
      'Packs the current folder, or the given one, which must have a pack.yaml. The same files always give the same tarball.',
      EXCLUSIONS_HELP,
      EDGES_HELP,
    ],
    examples: [
      'pack',
      'pack --dry-run',
      'pack my-prime --out /tmp/my-prime.tar.gz',
      'pack --name @me/web-style',
    ],
  },

  async run(context, flags, parameters) {
    const folder = resolve(context.folder, parameters[0] ?? '.');
    const name = findNameFlag(flags);
    const outputPath =
      typeof flags.out === 'string' ? await resolveOutput(context.folder, flags.out) : undefined;
    const { manifest, bytes } = await annotateErrors(context, folder, () => readManifest(folder, name));
    const tarball = outputPath ?? join(context.folder, tarballFileName(manifest));
    const request = {
      folder,
      manifestBytes: bytes,
      outputPath: tarball,
      allowedSecrets: readAllowedSecrets(flags),
      signal: context.signal,
    };
    const access = await loadAccess(context, flags);
    const finish = async (packed: PackedFolder): Promise<void> => {
      if (!allowsStale(flags)) requireFresh(packed, folder);
      reportPacked(packed, context.terminal, folder);
      warnOfLimits(packed, context.terminal);
      const isAllowed = flags['allow-dangling'] === true;
      await requireEdges(context, { tarball: packed, place: folder, folder, access, isAllowed });
    };
    const packed = await annotateErrors(context, folder, () =>
      packInto(flags['dry-run'] === true ? undefined : tarball, request, finish),
    );
    return {
      ...summarize(packed),
      excluded_count: packed.leftOut.length,
      ...(flags['dry-run'] !== true && { tarball }),
    };
  },

  view(result, terminal) {
    const done =
      result.tarball === undefined ? 'Nothing was written (--dry-run).' : `Packed into ${result.tarball}`;
    return `${describeSummary(result, terminal)}\n\n${done}`;
  },
};

/**
 * Packs to a temporary file and renames it, so that the tarball is complete or absent.
 * @param path - undefined to write nothing
 * @param check - throws if the tarball must not be kept
 */
async function packInto(
  path: string | undefined,
  request: PackRequest,
  check: (packed: PackedFolder) => Promise<void>,
): Promise<PackedFolder> {
  await using temporary = path === undefined ? undefined : createTemporaryPath(path);
  const packed = await packFolder({ ...request, ...(temporary && { temporaryPath: temporary.path }) });
  await check(packed);
  if (temporary !== undefined && path !== undefined) await rename(temporary.path, path);
  return packed;
}
