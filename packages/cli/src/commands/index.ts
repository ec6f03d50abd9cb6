// Every command of `prime`. Each is loaded when it is called, so that help and completion cost nothing.
import type { Command } from '../command.ts';

/** A command in the table. */
export interface CommandEntry {
  readonly name: string;
  /** The heading it is listed under. */
  readonly group: 'Publish' | 'Install' | 'Find' | 'Set up';
  /** What it does, as an order; the same as in its usage, known without loading it. */
  readonly summary: string;
  load(): Promise<Command<unknown>>;
}

/** The commands in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    group: 'Publish',
    summary: 'Begin a Prime: write its pack.yaml and a first atom',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'pack',
    group: 'Publish',
    summary: 'Check a Prime and pack it into a tarball',
    load: async () => (await import('./pack.ts')).pack,
  },
  {
    name: 'publish',
    group: 'Publish',
    summary: 'Check, pack and publish a Prime',
    load: async () => (await import('./publish.ts')).publish,
  },
  {
    name: 'yank',
    group: 'Publish',
    summary: 'Withdraw a version, so that nobody installs it anew',
    load: async () => (await import('./yank.ts')).yank,
  },
  {
    name: 'install',
    group: 'Install',
    summary: 'Install Primes into .primes, verified and locked',
    load: async () => (await import('./install.ts')).install,
  },
  {
    name: 'ls',
    group: 'Install',
    summary: 'List the installed Primes',
    load: async () => (await import('./ls.ts')).ls,
  },
  {
    name: 'outdated',
    group: 'Install',
    summary: 'List the installed Primes that have newer versions',
    load: async () => (await import('./outdated.ts')).outdated,
  },
  {
    name: 'remove',
    group: 'Install',
    summary: 'Take installed Primes away',
    load: async () => (await import('./remove.ts')).remove,
  },
  {
    name: 'verify',
    group: 'Install',
    summary: 'Compare every installed file with the lock file',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'search',
    group: 'Find',
    summary: 'Search the registries',
    load: async () => (await import('./search.ts')).search,
  },
  {
    name: 'info',
    group: 'Find',
    summary: 'Show what a Prime is',
    load: async () => (await import('./info.ts')).info,
  },
  {
    name: 'versions',
    group: 'Find',
    summary: 'List the versions of a Prime',
    load: async () => (await import('./versions.ts')).versions,
  },
  {
    name: 'atoms',
    group: 'Find',
    summary: 'List the atoms of a Prime',
    load: async () => (await import('./atoms.ts')).atoms,
  },
  {
    name: 'atom',
    group: 'Find',
    summary: 'Read one atom',
    load: async () => (await import('./atom.ts')).atom,
  },
  {
    name: 'diff',
    group: 'Find',
    summary: 'Compare the atoms of two versions, or of a folder',
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'download',
    group: 'Find',
    summary: 'Download the tarball of a version, verified',
    load: async () => (await import('./download.ts')).download,
  },
  {
    name: 'login',
    group: 'Set up',
    summary: 'Keep a token for a registry',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    group: 'Set up',
    summary: 'Forget the token of a registry',
    load: async () => (await import('./logout.ts')).logout,
  },
  {
    name: 'whoami',
    group: 'Set up',
    summary: 'Show whose token is used and what it may do',
    load: async () => (await import('./whoami.ts')).whoami,
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'Show or change which registries are asked',
    load: async () => (await import('./config.ts')).config,
  },
  {
    name: 'completion',
    group: 'Set up',
    summary: 'Print a completion script for a shell',
    load: async () => (await import('./completion.ts')).completion,
  },
];
