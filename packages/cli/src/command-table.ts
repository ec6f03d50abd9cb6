// All commands of `prime`. A command is loaded when it is called, so that the help text needs none of them.
import type { CommandEntry } from './command.ts';

/** The commands in the order of the help text. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    group: 'Publish',
    summary: 'Create a Prime: write its pack.yaml and a first atom',
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'lint',
    group: 'Publish',
    summary: 'Find what is weak in a Prime before publishing it',
    load: async () => (await import('./commands/lint.ts')).lint,
  },
  {
    name: 'pack',
    group: 'Publish',
    summary: 'Check a Prime and pack it into a tarball',
    load: async () => (await import('./commands/pack.ts')).pack,
  },
  {
    name: 'publish',
    group: 'Publish',
    summary: 'Check, pack and publish a Prime',
    load: async () => (await import('./commands/publish.ts')).publish,
  },
  {
    name: 'promote',
    group: 'Publish',
    summary: 'Bring a version from one registry to another, unchanged',
    load: async () => (await import('./commands/promote.ts')).promote,
  },
  {
    name: 'channel',
    group: 'Publish',
    summary: "List, set or remove a Prime's channels, such as beta",
    load: async () => (await import('./commands/channel.ts')).channel,
  },
  {
    name: 'yank',
    group: 'Publish',
    summary: 'Withdraw a version, so that new installs no longer choose it',
    load: async () => (await import('./commands/yank.ts')).yank,
  },
  {
    name: 'deprecate',
    group: 'Publish',
    summary: 'Say that versions should not be used, and what to use instead',
    load: async () => (await import('./commands/deprecate.ts')).deprecate,
  },
  {
    name: 'move',
    group: 'Publish',
    summary: 'Go on under another name; the old one says where it went',
    load: async () => (await import('./commands/move.ts')).move,
  },
  {
    name: 'destroy',
    group: 'Publish',
    summary: 'Delete a published version from its registry, for ever',
    load: async () => (await import('./commands/destroy.ts')).destroy,
  },
  {
    name: 'install',
    group: 'Install',
    summary: 'Install Primes into .primes, verified and locked',
    load: async () => (await import('./commands/install.ts')).install,
  },
  {
    name: 'ls',
    group: 'Install',
    summary: 'List the installed Primes',
    load: async () => (await import('./commands/ls.ts')).ls,
  },
  {
    name: 'why',
    group: 'Install',
    summary: 'Show why a Prime is installed: who requires it',
    load: async () => (await import('./commands/why.ts')).why,
  },
  {
    name: 'outdated',
    group: 'Install',
    summary: 'List the installed Primes that have newer versions',
    load: async () => (await import('./commands/outdated.ts')).outdated,
  },
  {
    name: 'remove',
    group: 'Install',
    summary: 'Remove installed Primes',
    load: async () => (await import('./commands/remove.ts')).remove,
  },
  {
    name: 'verify',
    group: 'Install',
    summary: 'Compare every installed file with the lock file',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'search',
    group: 'Find',
    summary: 'Search the registries',
    load: async () => (await import('./commands/search.ts')).search,
  },
  {
    name: 'info',
    group: 'Find',
    summary: 'Show a version of a Prime',
    load: async () => (await import('./commands/info.ts')).info,
  },
  {
    name: 'versions',
    group: 'Find',
    summary: 'List the versions of a Prime',
    load: async () => (await import('./commands/versions.ts')).versions,
  },
  {
    name: 'atoms',
    group: 'Find',
    summary: 'List the atoms of a Prime',
    load: async () => (await import('./commands/atoms.ts')).atoms,
  },
  {
    name: 'atom',
    group: 'Find',
    summary: 'Read one atom',
    load: async () => (await import('./commands/atom.ts')).atom,
  },
  {
    name: 'diff',
    group: 'Find',
    summary: 'Compare the atoms of two versions, or of a folder',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'download',
    group: 'Find',
    summary: 'Download the tarball of a version, verified',
    load: async () => (await import('./commands/download.ts')).download,
  },
  {
    name: 'login',
    group: 'Set up',
    summary: 'Store a token for a registry',
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    group: 'Set up',
    summary: 'Forget the token of a registry',
    load: async () => (await import('./commands/logout.ts')).logout,
  },
  {
    name: 'whoami',
    group: 'Set up',
    summary: 'Show which token is used and what it may do',
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'Show or change the registries that are used',
    load: async () => (await import('./commands/config.ts')).config,
  },
  {
    name: 'completion',
    group: 'Set up',
    summary: 'Print a completion script for a shell',
    load: async () => (await import('./commands/completion.ts')).createCompletion(COMMANDS),
  },
];
