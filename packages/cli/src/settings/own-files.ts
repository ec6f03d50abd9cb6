// Settings that name a file of the user. The file of a project has none of them: its author is perhaps a stranger.

/** What a file is for, and why a project must not choose it. */
interface OwnFile {
  /** Follows `the absolute path of a file of`. */
  readonly contents: string;
  /** Follows `anyone who writes a project's file could`. */
  readonly danger: string;
}

/** The files by the names of their settings. */
export const OWN_FILES = {
  cafile: { contents: 'certificates', danger: 'read what you send' },
  'log-policy': { contents: 'trusted logs (C2SP tlog-policy)', danger: 'choose whose logs you trust' },
} as const satisfies Readonly<Record<string, OwnFile>>;

/** The name of such a setting. */
export type OwnFileName = keyof typeof OWN_FILES;

/** The names, in the order of the documentation. */
export const OWN_FILE_NAMES: readonly OwnFileName[] = ['cafile', 'log-policy'];

/** Whether a text is the name of such a setting. */
export function isOwnFileName(text: string): text is OwnFileName {
  return OWN_FILE_NAMES.some((name) => name === text);
}

/** Why a project must not have a setting, as it follows `anyone who writes a project's file could`; undefined if it may. */
export function findDanger(name: string): string | undefined {
  if (isOwnFileName(name)) return OWN_FILES[name].danger;
  if (name === 'signers' || name.startsWith('signers.')) return 'choose whose signatures you trust';
  return name === 'signing-key' ? 'choose what you sign with' : undefined;
}
