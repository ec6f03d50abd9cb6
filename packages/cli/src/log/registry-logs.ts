// The logs of all registries of one command, with what the user and the project know of them.
import { LogError, type RegistryClient } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { configFolder, stateFolder } from '../settings/folders.ts';
import { userSettingsPath } from '../settings/settings.ts';
import { readSettings } from '../settings/settings-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ProjectLogs, readProjectLogs } from './project/project-logs.ts';
import { RegistryLog } from './registry-log.ts';
import { KnownLogsFile } from './state/known-logs.ts';
import { KnownOriginsFile } from './state/known-origins.ts';
import { findTrust, type LogTrust, type TrustSources } from './trust/find-trust.ts';
import { readPolicy } from './trust/read-policy.ts';

/** Keys of one log that a user trusts: a rotation each season makes as many in 25 years. */
const MOST_KEYS = 100;

/** What the user and the project know of logs. */
interface LogKnowledge {
  readonly stateFolder: string;
  readonly knownLogs: KnownLogsFile;
  readonly knownOrigins: KnownOriginsFile;
  /** As it was when the command began. */
  readonly project: ProjectLogs;
  readonly policy: TrustSources['policy'];
}

/** The logs of one command. */
export class RegistryLogs {
  readonly #knowledge: LogKnowledge;
  readonly #terminal: Pick<Terminal, 'note' | 'warn'>;
  readonly #logs = new Map<string, RegistryLog>();

  constructor(knowledge: LogKnowledge, terminal: Pick<Terminal, 'note' | 'warn'>) {
    this.#knowledge = knowledge;
    this.#terminal = terminal;
  }

  get stateFolder(): string {
    return this.#knowledge.stateFolder;
  }

  get knownLogs(): KnownLogsFile {
    return this.#knowledge.knownLogs;
  }

  get project(): ProjectLogs {
    return this.#knowledge.project;
  }

  /** Whose signature counts for a registry; undefined if nothing says that it has a log. @throws CommandError */
  findTrust(registry: string): LogTrust | undefined {
    const { policy, knownLogs, project } = this.#knowledge;
    return findTrust(registry, {
      policy,
      known: knownLogs.find(registry),
      project: project.keys.get(registry),
    });
  }

  /** Whether only mirrors have said which key the log of a registry has: one that lies has made it itself. */
  isMirrorsWord(registry: string): boolean {
    const { knownLogs } = this.#knowledge;
    return this.findTrust(registry)?.source !== 'policy' && knownLogs.find(registry)?.source === 'mirror';
  }

  get policy(): TrustSources['policy'] {
    return this.#knowledge.policy;
  }

  /** The registry whose log has proved versions of a Prime of a mirror before. */
  findKnownOrigin(mirror: string, name: string): string | undefined {
    const { knownOrigins, project } = this.#knowledge;
    const known = knownOrigins.find(mirror, name) ?? project.origins.get(name);
    // A client of that registry itself gets its own proof.
    return known === mirror ? undefined : known;
  }

  /** Expects the proofs of that registry for a Prime of a mirror from now on. */
  rememberOrigin(mirror: string, name: string, registry: string): void {
    const { knownOrigins } = this.#knowledge;
    if (knownOrigins.find(mirror, name) !== registry) knownOrigins.add(mirror, name, registry);
  }

  /** What to do if a Prime of a mirror comes from elsewhere now, as a sentence. */
  describeOriginReset(mirror: string, name: string): string {
    const { path } = this.#knowledge.knownOrigins;
    return `If ${name} comes from another registry now and its operator says so, remove the lines of ${mirror} and ${name} from ${path}, and that of ${name} from .primes/logs.txt.`;
  }

  /** Trusts the first key of a registry behind a mirror. @throws LogError `untrusted-key` if it is not the first one */
  trustFirst(registry: string, vkey: string, source: LogTrust['source'], mirror: string): void {
    const { knownLogs } = this.#knowledge;
    const known = knownLogs.find(registry);
    if (known?.vkeys.includes(vkey)) return;
    if (known !== undefined)
      throw new LogError('untrusted-key', `the log of ${registry} has just been seen with another key`);
    knownLogs.add(registry, vkey, 'mirror');
    if (source !== 'first-use') return;
    this.#terminal.note(
      `the log of ${registry} is trusted from now on, with the key ${toPrintable(vkey)}, as ${mirror} shows it`,
    );
  }

  /**
   * Trusts a key that an entry names, from now on.
   * @param announcedBy - the keys that were trusted for the head over that entry; none with a policy
   */
  trustRotation(registry: string, vkey: string, announcedBy: readonly string[]): void {
    const { knownLogs } = this.#knowledge;
    const known = knownLogs.find(registry);
    if (known === undefined || known.vkeys.includes(vkey)) return;
    // The user may have trusted another key since this command began: then the announcement counts no more.
    if (announcedBy.length > 0 && !announcedBy.some((each) => known.vkeys.includes(each))) return;
    if (knownLogs.isGivenUp(registry, vkey)) return;
    if (known.vkeys.length >= MOST_KEYS) {
      this.#terminal.warn(
        `the log of ${registry} names more than ${MOST_KEYS} keys; 'prime log trust ${registry} <key>' starts again with one`,
      );
      return;
    }
    knownLogs.add(registry, vkey, 'rotation');
    this.#terminal.note(
      `the log of ${registry} has a new key, which its old key has announced: ${toPrintable(vkey)}`,
    );
  }

  /** The log of a registry. */
  of(client: RegistryClient): RegistryLog {
    const log = this.#logs.get(client.baseUrl) ?? this.#open(client);
    this.#logs.set(client.baseUrl, log);
    return log;
  }

  #open(client: RegistryClient): RegistryLog {
    const { baseUrl } = client;
    return new RegistryLog(client, {
      ...this.#knowledge,
      findKnownTrust: () => this.findTrust(baseUrl),
      onFirstUse: (vkey) =>
        this.#terminal.note(
          `the log of ${baseUrl} is trusted from now on, with the key ${toPrintable(vkey)}`,
        ),
      onRotation: (vkey, announcedBy) => this.trustRotation(baseUrl, vkey, announcedBy),
      onStale: (text) => this.#terminal.warn(text),
    });
  }
}

/**
 * Opens the logs of a command, without a request.
 * @throws UsageError for an invalid policy; ValidationError for invalid files
 */
export async function openRegistryLogs({
  folder,
  environment,
  terminal,
}: CommandContext): Promise<RegistryLogs> {
  const state = stateFolder(environment);
  const [project, user] = await Promise.all([
    readProjectLogs(folder),
    readSettings(userSettingsPath(configFolder(environment))),
  ]);
  const path = user['log-policy'];
  const policy = path === undefined ? undefined : readPolicy(path);
  const knownLogs = new KnownLogsFile(state);
  const knownOrigins = new KnownOriginsFile(state);
  return new RegistryLogs({ stateFolder: state, knownLogs, knownOrigins, project, policy }, terminal);
}
