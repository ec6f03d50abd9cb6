// `prime publish`
import { resolve } from 'node:path';
import {
  type Flags,
  flag,
  formatColumns,
  formatCount,
  formatSize,
  toPrintable,
  UsageError,
  valued,
} from '@prime-registry/command-line';
import { CODE_QUALITY_OPTION, reportCodeQuality } from '../../ci/code-quality.ts';
import type { Command } from '../../command.ts';
import { DONE } from '../../exit-code.ts';
import { IDENTITY_OPTION } from '../../identity/identity-flag.ts';
import { CHANNEL_OPTION, findChannelFlag } from '../../lifecycle/channel-flag.ts';
import { ALLOW_DANGLING_OPTION, EDGES_HELP } from '../../lint/require-edges.ts';
import { EXCLUSIONS_HELP } from '../../pack/exclusions.ts';
import { findNameFlag, NAME_OPTION } from '../../pack/name-flag.ts';
import { describeSummary } from '../../pack/pack-summary.ts';
import { ALLOW_STALE_OPTION, allowsStale } from '../../pack/require-fresh.ts';
import { ALLOW_SECRET_OPTION, readAllowedSecrets } from '../../pack/secret-collector.ts';
import { openPublishAccess, publishPrime } from '../../publish/publish-prime.ts';
import type { PublishAccess, PublishResult } from '../../publish/publish-request.ts';
import { SIGN_OPTION } from '../../publish/sign-publish.ts';
import { SKIP_EXISTING_OPTION } from '../../publish/skip-existing.ts';
import type { PublishReview } from '../../review/prime-review.ts';
import { showReview } from '../../review/show-review.ts';
import type { WorkspaceResult } from '../../workspace/publish-workspace.ts';
import { describeWorkspace } from '../../workspace/show-workspace.ts';

const FORMATS = ['text', 'markdown'] as const;

export const publish: Command<PublishResult | WorkspaceResult | PublishReview> = {
  usage: {
    parameters: ['[<folder>|<tarball>]'],
    asksRegistries: true,
    options: {
      identity: IDENTITY_OPTION,
      'dry-run': flag('Check, also with the registry, and show the files; publish nothing'),
      format: valued(
        '<format>',
        'text; markdown: with --dry-run, what would change, for a comment on a pull request',
      ),
      'allow-small-step': flag('Publish although the version step is too small for the changes'),
      all: flag('Publish all Primes in the folder that have changed, each after those that it requires'),
      auto: flag('With --all: write the versions that the changes need'),
      name: NAME_OPTION,
      channel: CHANNEL_OPTION,
      'allow-dangling': ALLOW_DANGLING_OPTION,
      'allow-secret': ALLOW_SECRET_OPTION,
      'allow-stale': ALLOW_STALE_OPTION,
      'skip-existing': SKIP_EXISTING_OPTION,
      sign: SIGN_OPTION,
      'code-quality': CODE_QUALITY_OPTION,
      yes: flag('Do not ask before the first publish of a Prime', 'y'),
    },
    details: [
      "Packs the current folder, or the given one, as 'prime pack' does; a tarball is sent as it is, with the pack.yaml at its root. All local checks are done before the first byte is sent.",
      EXCLUSIONS_HELP,
      'Before the first publish of a Prime, lists its files, and asks at a terminal.',
      EDGES_HELP,
      'Warns of a requirement that no registry has: until one does, nobody can install the version.',
      'With --all, compares every Prime below the folder with its latest version. All are compared before the first one is published. Repeated, the command publishes only what is missing.',
      "With --dry-run, the registry gets the tarball, does all checks of a publish, and keeps nothing. Some registries cannot; then prime says so. 'prime pack --dry-run' sends nothing.",
      'In CI, nothing is asked, --skip-existing lets a run be repeated, and runners of GitHub, Forgejo and Gitea get annotations. --dry-run --format markdown needs no token that may publish: see docs/publishing-from-ci.md.',
      "--sign lets ssh-keygen sign name, version and digests with an SSH key, so that others can check who published; agents and security keys work. 'prime config set sign always' signs every publish. See docs/policy.md.",
      "A version step that is too small for the changed atoms stops the publish before it happens: see 'prime diff'. 'prime version --auto' writes a sufficient version.",
      "The target is the registry that the scope is pinned to, or else the first one; --remote names another. A registry that only the project's file names needs --remote as a confirmation. A version is never replaced.",
    ],
    examples: [
      'publish',
      'publish --dry-run',
      'publish acme-web-style-1.0.0.tar.gz',
      'publish --name @me/x',
      'publish --channel beta',
      'publish --skip-existing',
      'publish --sign',
      'publish --sign=~/.ssh/id_ed25519.pub',
      'publish --all --auto',
      'publish --all --dry-run --format markdown > review.md',
    ],
  },

  async run(context, flags, parameters) {
    const place = resolve(context.folder, parameters[0] ?? '.');
    const name = findNameFlag(flags);
    const request = {
      channel: findChannelFlag(flags),
      allowedSecrets: readAllowedSecrets(flags),
      allowsDangling: flags['allow-dangling'] === true,
      isDryRun: flags['dry-run'] === true,
      allowsSmallStep: flags['allow-small-step'] === true,
      allowsStale: allowsStale(flags),
      skipsExisting: flags['skip-existing'] === true,
      isConfirmed: flags.yes === true,
      sign: Array.isArray(flags.sign) ? undefined : flags.sign,
    };
    if (flags.sign === true && parameters[0]?.endsWith('.pub') === true)
      throw new UsageError(`the key of --sign follows '=': --sign=${parameters[0]}`);
    const format = readFormat(flags);
    const [isWorkspace, writesVersions] = [flags.all === true, flags.auto === true];
    if (!isWorkspace && writesVersions)
      throw new UsageError("--auto is for --all; see also 'prime version --auto'");
    if (isWorkspace && name !== undefined)
      throw new UsageError('--name is for a single Prime, not for --all');
    const openAccess = (): Promise<PublishAccess> => openPublishAccess(context, flags);
    const report = typeof flags['code-quality'] === 'string' ? flags['code-quality'] : undefined;
    return reportCodeQuality(context, report, async () => {
      if (format === 'markdown') {
        const { reviewPublish } = await import('../../review/review-publish.ts');
        return reviewPublish(context, openAccess, { ...request, place, name, isWorkspace, writesVersions });
      }
      const access = await openAccess();
      if (!isWorkspace) return publishPrime(context, access, { ...request, place, name });
      const { publishWorkspace } = await import('../../workspace/publish-workspace.ts');
      return publishWorkspace(context, access, { ...request, root: place, writesVersions });
    });
  },

  view(result, terminal) {
    if ('exitCode' in result) return showReview(result);
    if ('primes' in result) return describeWorkspace(result, terminal);
    const {
      name,
      version,
      registry,
      sha256,
      size_bytes,
      atoms,
      log_index: logIndex,
      signed_by: signedBy,
    } = result;
    if (result.already_there === true) {
      return toPrintable(
        `${name} ${version} is published already at ${registry}, with the same content. Nothing was sent.`,
      );
    }
    if (result.dry_run) {
      return `${describeSummary(result, terminal)}\n\n${describeDryRun(result)}`;
    }
    const rows = [
      ['sha256', sha256],
      ['size', `${formatSize(size_bytes)}, ${formatCount(atoms, 'atom')}`],
      ...(logIndex === undefined ? [] : [['logged', `#${logIndex}`]]),
      ...(signedBy ?? []).map((key) => ['signed by', toPrintable(key)]),
      ['install', `prime install ${name}@${result.channel ?? version}`],
    ];
    return `Published ${terminal.paint('bold', `${name} ${version}`)} to ${toPrintable(registry ?? '')}\n${formatColumns(rows)}`;
  },

  exitCode: (result) => ('exitCode' in result ? result.exitCode : DONE),
};

function readFormat({ format = 'text', json, 'dry-run': isDryRun }: Flags): (typeof FORMATS)[number] {
  const known = FORMATS.find((each) => each === format);
  if (known === undefined)
    throw new UsageError(`--format: '${String(format)}' is not one of ${FORMATS.join(', ')}`);
  if (known === 'markdown' && isDryRun !== true)
    throw new UsageError('--format markdown is for --dry-run: it says what a publish would change');
  if (known === 'markdown' && json === true)
    throw new UsageError('--json and --format exclude each other; give one');
  return known;
}

function describeDryRun({ registry, checked_by_registry: isChecked, step }: PublishResult): string {
  if (registry === null) return 'No registry is configured to publish to. Nothing was sent (--dry-run).';
  if (isChecked !== true) return `Would be published to ${registry}. Nothing was sent (--dry-run).`;
  const judgement = step?.rule.respected === true ? `${toPrintable(step.rule.message)}.\n` : '';
  return `${judgement}${registry} accepts it. Nothing was published (--dry-run).`;
}
