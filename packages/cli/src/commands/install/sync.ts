// `prime sync`
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type Flags, flag, formatCount, toPrintable } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { ValidationError } from '../../errors/validation-error.ts';
import { ACCEPT_SIGNER_OPTION } from '../../install/guard-install.ts';
import { readLockfile } from '../../install/lockfile/read-lockfile.ts';
import { findProjectAbove, withoutLockfile } from '../../install/project-above.ts';
import { type InstallResult, runInstall } from '../../install/run-install.ts';
import { findSkillProjects, type SkillProject } from '../../install/skill/find-skills.ts';
import { readProjectSkills } from '../../install/skill/project-requirements.ts';
import { SKILL_FILE } from '../../install/skill/requirements.ts';
import { showNotices } from '../../install/version-news.ts';
import { install } from './install.ts';

/** What was done in each project. */
export interface SyncResult {
  /** Sorted by folder. Those without requirements and without a lock file are left out. */
  readonly projects: readonly (InstallResult & {
    /** Relative to the working folder, with `/`; `.` for itself. */
    readonly project: string;
    /** Its SKILL.md files, relative to it. */
    readonly skills: readonly string[];
  })[];
  /** Whether nothing was changed. */
  readonly dry_run?: true;
}

const { options: installOptions = {} } = install.usage;
const SHARED = ['frozen', 'offline', 'allow-registry-change', 'update'];

export const sync: Command<SyncResult> = {
  usage: {
    parameters: ['[<folder>]'],
    asksRegistries: true,
    options: {
      ...Object.fromEntries(Object.entries(installOptions).filter(([name]) => SHARED.includes(name))),
      'accept-signer': ACCEPT_SIGNER_OPTION,
      'dry-run': flag('Show what would change, and change nothing'),
    },
    details: [
      `Every ${SKILL_FILE} belongs to the nearest folder at or above it that has .primes/lock.yaml, at least to the given folder, which is this one by default. All that belong to one share its .primes: one version of each Prime, which suits all of them. A contradiction is an error that names the files.`,
      "From then on, 'prime install' and 'prime update' there look at all of them as well.",
      'Skips node_modules, .git, .primes and symbolic links.',
    ],
    examples: ['sync', 'sync .claude/skills', 'sync --frozen --offline', 'sync --dry-run --json'],
  },

  async run(context, flags, [path = '.']) {
    const folder = resolve(context.folder, path);
    if (!existsSync(folder)) throw new ValidationError(`there is no folder ${folder}`);
    const isOwn = (await readLockfile(folder)) !== undefined;
    if (!isOwn && findProjectAbove(folder) !== undefined)
      throw withoutLockfile(
        folder,
        `${folder} is part of a project, whose ${SKILL_FILE} files share one tree`,
      );
    const found = await findSkillProjects(folder, context.signal);
    if (!isOwn && found.every(({ skills }) => skills.length === 0))
      throw new ValidationError(`there is no ${SKILL_FILE} in ${folder} or below it`);
    const isDryRun = flags['dry-run'] === true;
    const projects: SyncResult['projects'][number][] = [];
    for (const project of found) {
      const result = await syncProject({ ...context, folder: project.folder }, flags, project);
      if (result === undefined) continue;
      const place = relative(context.folder, project.folder).replaceAll(sep, '/');
      projects.push({ project: place === '' ? '.' : place, skills: project.skills, ...result });
    }
    return { projects, ...(isDryRun && { dry_run: true }) };
  },

  view({ projects, dry_run: isDryRun }, terminal) {
    if (projects.length === 0) return `No ${SKILL_FILE} requires a Prime.`;
    const blocks = projects.map(({ project, skills, ...result }) => {
      const head = `${project} (${formatCount(skills.length, SKILL_FILE, `${SKILL_FILE} files`)})`;
      return `${terminal.paint('bold', toPrintable(head))}\n${install.view(result, terminal)}`;
    });
    return [...blocks, ...(isDryRun === true ? ['Nothing was changed: --dry-run.'] : [])].join('\n\n');
  },

  afterwards({ projects }, terminal) {
    showNotices(
      projects.flatMap(({ notices = [] }) => notices),
      terminal,
    );
  },
};

/** Undefined if nothing is required and nothing is locked. */
async function syncProject(
  context: CommandContext,
  flags: Flags,
  { folder, skills }: SkillProject,
): Promise<InstallResult | undefined> {
  const lockfile = await readLockfile(folder);
  const { requirements } = await readProjectSkills(folder, { lockfile, skills, signal: context.signal });
  if (lockfile === undefined && (requirements?.size ?? 0) === 0) return undefined;
  return runInstall(context, flags, {
    ...{ named: [], skills },
    isFrozen: flags.frozen === true,
    isUpdating: flags.update === true,
    isFollowing: false,
    isDryRun: flags['dry-run'] === true,
  });
}
