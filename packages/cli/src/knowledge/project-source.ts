// What `prime mcp` reads: the installed tree of the project, and with `--online` registries behind it.
import { type Flags, toPrintable } from '@prime-registry/command-line';
import type { KnowledgeSource, SkillLibrary } from '@prime-registry/knowledge';
import type { CommandContext } from '../command.ts';
import { openTreeRecords } from '../install/cache/tree-records.ts';
import { makeLockfile } from '../install/lockfile/lockfile.ts';
import { credentialsPath } from '../settings/credentials.ts';
import { configFolder } from '../settings/folders.ts';
import { projectSettingsPath, userSettingsPath } from '../settings/settings.ts';
import { openContentsCache } from './contents-cache.ts';
import { findProject } from './find-project.ts';
import { InstalledKnowledge } from './installed-knowledge.ts';
import { InstalledPrimes, stampOf } from './installed-primes.ts';
import { LayeredKnowledge } from './layered-knowledge.ts';
import { openRegistryKnowledge } from './open-knowledge.ts';
import { ProjectTree, type TreeState } from './project-tree.ts';

/** Opens the source for one request after another. */
export class ProjectSource {
  readonly #context: CommandContext;
  readonly #openRegistries: (() => Promise<KnowledgeSource>) | undefined;
  readonly #skills = new WeakMap<InstalledPrimes, SkillLibrary>();
  #tree: ProjectTree | undefined;
  #isMissingSaid = false;

  /** @param flags - those of the command; with `--online` registries are asked, too */
  constructor(context: CommandContext, flags: Flags) {
    this.#context = context;
    if (flags.online !== true) return;
    let known: { readonly stamp: string; readonly registries: Promise<KnowledgeSource> } | undefined;
    this.#openRegistries = () => {
      // Before the files are read: a login, or another change of the settings, counts from the next request on.
      const stamp = stampSettings(context);
      if (known?.stamp === stamp) return known.registries;
      const opened = { stamp, registries: openRegistryKnowledge(context, flags) };
      known = opened;
      // Settings that are wrong may be corrected.
      opened.registries.catch(() => {
        if (known === opened) known = undefined;
      });
      return opened.registries;
    };
  }

  /** One state of the tree, verified. @throws ValidationError if the lock file cannot be read */
  async open(): Promise<KnowledgeSource> {
    const installed = (await this.#openState()).knowledge;
    return this.#openRegistries === undefined
      ? installed
      : new LayeredKnowledge(installed, this.#openRegistries);
  }

  /** The same as skills; of installed Primes only. A skill is made once for each state of the tree. */
  async openSkills(): Promise<SkillLibrary> {
    const { createInstalledSkills } = await import('../skills/installed-skills.ts');
    const { primes } = await this.#openState();
    const library = this.#skills.get(primes) ?? createInstalledSkills(primes);
    this.#skills.set(primes, library);
    return library;
  }

  async #openState(): Promise<Pick<TreeState, 'primes' | 'knowledge'>> {
    const { folder, terminal, signal } = this.#context;
    const projectFolder = findProject(folder);
    const cache = openContentsCache(this.#context);
    const trees = openTreeRecords(this.#context.environment);
    if (projectFolder === undefined) {
      if (!this.#isMissingSaid)
        terminal.warn(
          `there is no .primes/lock.yaml in ${toPrintable(folder)} or above: nothing is installed; '-C <folder>' names another project`,
        );
      this.#isMissingSaid = true;
      const primes = new InstalledPrimes({
        ...{ projectFolder: folder, cache, trees, lockfile: makeLockfile([]), onWarning: () => undefined },
      });
      return { primes, knowledge: new InstalledKnowledge(primes) };
    }
    const onWarning = (text: string): void => terminal.warn(toPrintable(text));
    this.#tree ??= new ProjectTree({ projectFolder, cache, trees, onWarning, signal });
    return this.#tree.openState();
  }
}

/** Differs after every change of what decides which registries are asked, and as whom. */
function stampSettings({ folder, environment }: Pick<CommandContext, 'folder' | 'environment'>): string {
  const own = configFolder(environment);
  return [userSettingsPath(own), credentialsPath(own), projectSettingsPath(folder)].map(stampOf).join('\n');
}
