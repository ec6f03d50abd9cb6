// `prime publish`

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  formatColumns,
  formatCount,
  formatSize,
  toPrintable,
  UsageError,
} from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import { reportStep } from '../atoms/show-diff.ts';
import type { Command } from '../command.ts';
import { createTemporaryFolder } from '../files/temporary.ts';
import { CHANNEL_OPTION, findChannelFlag, requireChannel } from '../lifecycle/channel-flag.ts';
import { ALLOW_DANGLING_OPTION, EDGES_HELP, requireEdges } from '../lint/require-edges.ts';
import { checkTarball } from '../pack/check-tarball.ts';
import { EXCLUSIONS_HELP } from '../pack/exclusions.ts';
import { findNameFlag, NAME_OPTION } from '../pack/name-flag.ts';
import { packFolder } from '../pack/pack-folder.ts';
import { describeSummary, type PackSummary, summarize } from '../pack/pack-summary.ts';
import { publishTarball } from '../pack/publish-tarball.ts';
import { readManifest } from '../pack/read-manifest.ts';
import { reportHidden } from '../pack/report-hidden.ts';
import { reportPacked } from '../pack/report-packed.ts';
import { reportSecrets } from '../pack/report-secrets.ts';
import { ALLOW_SECRET_OPTION, readAllowedSecrets } from '../pack/secret-collector.ts';
import { loadAccess } from '../registries/registry-access.ts';
import { getFirst } from '../settings/load-settings.ts';

/** A publish: the receipt of the registry, and the contents of the tarball. */
export interface PublishResult extends PackSummary {
  /** The base URL of the registry; null if none is configured, which only `--dry-run` allows. */
  readonly registry: string | null;
  /** Path of the tarball at the registry; absent with `--dry-run`. */
  readonly url?: string;
  /** Whether the version number is high enough for the changes; some registries report it. */
  readonly step?: NonNullable<PublishReceipt['atoms']>['step'];
  /** What looks like a secret to the registry; some registries report it. */
  readonly secrets?: PublishReceipt['secrets'];
  /** Characters of manifest and README that nobody sees; some registries report them. */
  readonly hidden_characters?: PublishReceipt['hidden_characters'];
  /** The channel that names the version now. */
  readonly channel?: string;
  /** Whether nothing was sent. */
  readonly dry_run: boolean;
}

export const publish: Command<PublishResult> = {
  usage: {
    name: 'publish',
    summary: 'Check, pack and publish a Prime',
    parameters: ['[<folder>|<tarball>]'],
    asksRegistries: true,
    options: {
      'dry-run': { type: 'boolean', summary: 'Check, and show the files and the registry; send nothing' },
      name: NAME_OPTION,
      channel: CHANNEL_OPTION,
      'allow-dangling': ALLOW_DANGLING_OPTION,
      'allow-secret': ALLOW_SECRET_OPTION,
    },
    details: [
      "Packs the current folder, or the given one, as 'prime pack' does; a tarball is sent as it is, with the pack.yaml at its root. All local checks are done before the first byte is sent.",
      EXCLUSIONS_HELP,
      EDGES_HELP,
      "The target is the registry that the scope is pinned to, or else the first one; --remote names another. A registry that only the project's file names needs --remote as a confirmation. A version is never replaced.",
    ],
    examples: [
      'publish',
      'publish --dry-run',
      'publish acme-web-style-1.0.0.tar.gz',
      'publish --name @me/x',
      'publish --channel beta',
    ],
  },

  async run(context, flags, parameters) {
    const { terminal, signal } = context;
    const isDryRun = flags['dry-run'] === true;
    const name = findNameFlag(flags);
    const channel = findChannelFlag(flags);
    const place = resolve(context.folder, parameters[0] ?? '.');
    const isFile = (await stat(place).catch(() => undefined))?.isFile() === true;
    if (isFile && name !== undefined)
      throw new UsageError('--name is for folders; a tarball is sent as it is');
    const allowedSecrets = readAllowedSecrets(flags);
    const access = await loadAccess(context, flags);
    const { settings, targetFor } = access;
    if (!isDryRun) getFirst(settings);
    await using temporary = await createTemporaryFolder();
    const path = isFile ? place : join(temporary.path, 'prime.tar.gz');
    const tarball = isFile
      ? await checkTarball(createReadStream(place), {
          place,
          secrets: { allowed: allowedSecrets, judgesNames: true },
          signal,
        })
      : await packFolder({
          folder: place,
          manifestBytes: (await readManifest(place, name)).bytes,
          allowedSecrets,
          signal,
          ...(!isDryRun && { temporaryPath: path }),
        });
    reportPacked(tarball, terminal);
    const isAllowed = flags['allow-dangling'] === true;
    await requireEdges(context, { tarball, folder: isFile ? undefined : place, access, isAllowed });
    const summary = summarize(tarball);
    if (isDryRun && settings.registries.length === 0) return { ...summary, registry: null, dry_run: true };
    const registry = targetFor(tarball.manifest.name.scope);
    if (isDryRun) return { ...summary, registry: registry.baseUrl, dry_run: true };
    const { atoms, secrets, hidden_characters, ...receipt } = await publishTarball({
      registry,
      tarball,
      path,
      terminal,
      signal,
      ...(channel !== undefined && { extras: { channel } }),
    });
    const step = atoms?.step;
    if (secrets !== undefined) reportSecrets(secrets, terminal);
    if (hidden_characters !== undefined) reportHidden(hidden_characters, terminal);
    if (step?.rule.respected === false) reportStep(step.rule, terminal);
    const additions = {
      ...(step && { step }),
      ...(secrets && { secrets }),
      ...(hidden_characters && { hidden_characters }),
    };
    if (channel !== undefined) await requireChannel(registry, tarball.manifest, channel, signal);
    return {
      ...{ ...summary, registry: registry.baseUrl, ...receipt, ...additions },
      ...(channel !== undefined && { channel }),
      dry_run: false,
    };
  },

  view(result, terminal) {
    const { name, version, registry, sha256, size_bytes, atoms } = result;
    if (result.dry_run) {
      const target =
        registry === null ? 'No registry is configured to publish to.' : `Would be published to ${registry}.`;
      return `${describeSummary(result, terminal)}\n\n${target} Nothing was sent (--dry-run).`;
    }
    const rows = [
      ['sha256', sha256],
      ['size', `${formatSize(size_bytes)}, ${formatCount(atoms, 'atom')}`],
      ['install', `prime install ${name}@${result.channel ?? version}`],
    ];
    return `Published ${terminal.paint('bold', `${name} ${version}`)} to ${toPrintable(registry ?? '')}\n${formatColumns(rows)}`;
  },
};
