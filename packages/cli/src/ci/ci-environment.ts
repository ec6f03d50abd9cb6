/** The environment variables. */
type Environment = Readonly<Record<string, string | undefined>>;

/** What a command does differently in CI. */
export interface CiEnvironment {
  /** Whether no person is there to answer: nothing is asked, and no progress is drawn, even at a terminal. */
  readonly isCi: boolean;
  /** Whether the runner turns lines such as `::error file=a,line=1::text` into annotations. */
  readonly readsWorkflowCommands: boolean;
  /** The checkout, which annotations are relative to: an absolute path. */
  readonly root: string | undefined;
}

/** A command outside CI. */
export const NO_CI: CiEnvironment = { isCi: false, readsWorkflowCommands: false, root: undefined };

/** Reads the environment. Forgejo and Gitea set the variables of GitHub Actions too, and read the same commands. */
export function findCi(environment: Environment): CiEnvironment {
  const readsWorkflowCommands = isOn(environment.GITHUB_ACTIONS);
  const isCi = ['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD'].some((name) => isOn(environment[name]));
  const root = environment.GITHUB_WORKSPACE ?? environment.CI_PROJECT_DIR;
  return { isCi, readsWorkflowCommands, root: root === '' ? undefined : root };
}

/** Systems set these to `true`, `True`, `1` or their name; `CI=false` turns the behaviour off. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase());
}
