// `prime version`
import { resolve } from 'node:path';
import { type Flags, flag, formatNumber, toPrintable, UsageError } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { findNameFlag, NAME_OPTION } from '../../pack/name-flag.ts';
import { readManifest } from '../../pack/read-manifest.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { parseRequest, planGiven } from '../../version/plan-given.ts';
import { planVersion } from '../../version/plan-version.ts';
import type { VersionPlan } from '../../version/version-plan.ts';
import { writeVersion } from '../../version/write-version.ts';

/** The version of a Prime, before and after. */
export interface VersionResult extends VersionPlan {
  /** Whether the pack.yaml was changed. */
  readonly written: boolean;
}

/** The versions of a workspace, with `--all`. */
export interface VersionsResult {
  /** In the order in which they are to be published. */
  readonly primes: readonly VersionResult[];
}

/** Maximum number of reasons that are shown; --json has all of them. */
const SHOWN_REASONS = 10;

export const version: Command<VersionResult | VersionsResult> = {
  usage: {
    parameters: ['[patch|minor|major|<x.y.z>]', '[<folder>]'],
    asksRegistries: true,
    options: {
      auto: flag('Write the version that the changes since the latest one need'),
      all: flag('With --auto: all Primes below the folder'),
      'dry-run': flag('Say what would be written; write nothing'),
      name: NAME_OPTION,
    },
    details: [
      'Writes the version into the pack.yaml of the current folder, or of the given one; comments and format stay. Without a version, shows the one that is there.',
      "With --auto, compares the folder with the latest version in its registry: removed atoms, and edge verbs that are no longer used, need a major version, new atoms and edges a minor one, all other changes a patch; below 1.0.0, each is one place lower. A version that is high enough and free stays; so does that of a Prime in which nothing has changed. '--name' names the Prime in the registry.",
      "For the version of prime itself: 'prime --version'.",
    ],
    examples: [
      'version patch',
      'version 2.0.0-beta.1',
      'version --auto',
      'version --auto my-prime --dry-run',
      'version --auto --all primes',
    ],
  },

  async run(context, flags, parameters) {
    const isAuto = flags.auto === true;
    const [request, place = '.', ...more] = isAuto ? [undefined, ...parameters] : parameters;
    if (more[0] !== undefined) throw new UsageError(`'${more[0]}' is one argument too many`);
    const folder = resolve(context.folder, place);
    if (!isAuto && flags.name !== undefined) throw new UsageError('--name is for --auto');
    const isDryRun = flags['dry-run'] === true;
    if (flags.all === true) {
      if (!isAuto || flags.name !== undefined) throw new UsageError('--all is for --auto, without --name');
      const { targetFor } = await openRegistries(context, flags);
      const { planWorkspace } = await import('../../workspace/plan-workspace.ts');
      const plans = await planWorkspace(context, folder, targetFor);
      const primes: VersionResult[] = [];
      for (const each of plans) primes.push(await write(each.version, isDryRun));
      return { primes };
    }
    const plan = isAuto
      ? await planAuto(context, flags, folder)
      : await planGiven(folder, request === undefined ? undefined : parseRequest(request));
    return write(plan, isDryRun);
  },

  view(result, terminal) {
    const primes = 'primes' in result ? result.primes : [result];
    return primes.map((each) => describePlan(each, terminal)).join('\n');
  },
};

async function write(plan: VersionPlan, isDryRun: boolean): Promise<VersionResult> {
  const isToWrite = plan.to !== plan.from && !isDryRun;
  if (isToWrite) await writeVersion(plan.folder, plan.to);
  return { ...plan, written: isToWrite };
}

function describePlan({ name, from, to, why, reasons, written }: VersionResult, terminal: Terminal): string {
  const title = terminal.paint('bold', toPrintable(name));
  if (to === from) return `${title} ${from}${why === '' ? '' : `: ${toPrintable(why)}`}`;
  const shown = reasons.slice(0, SHOWN_REASONS).map((reason) => `  ${toPrintable(reason)}`);
  const left = reasons.length - shown.length;
  return [
    `${title} ${from} → ${to}${why === '' ? '' : `: ${toPrintable(why)}`}`,
    ...shown,
    ...(left > 0 ? [`  and ${formatNumber(left)} more`] : []),
    ...(written ? [] : ['Nothing was written (--dry-run).']),
  ].join('\n');
}

async function planAuto(context: CommandContext, flags: Flags, folder: string): Promise<VersionPlan> {
  const name = findNameFlag(flags);
  const { manifest } = await readManifest(folder, name);
  const { targetFor } = await openRegistries(context, flags);
  return planVersion(context, targetFor(manifest.name.scope), { folder, name });
}
