// All commands of `prime-registry`. A command is loaded when it is called, so that a short one starts fast.
import type { CommandEntry } from './command.ts';

const TABLE: Readonly<Record<string, Omit<CommandEntry, 'name'>>> = {
  serve: {
    summary: 'Run the registry.',
    load: async () => (await import('./serve/serve.ts')).serve,
  },
  init: {
    summary: 'Create a new registry and its first admin token, before the first start.',
    load: async () => (await import('./data/init.ts')).init,
  },
  'token create': {
    summary: 'Issue a token; it is shown only once.',
    load: async () => (await import('./tokens/token-create.ts')).tokenCreate,
  },
  'token list': {
    summary: 'List all tokens, without their secrets.',
    load: async () => (await import('./tokens/token-list.ts')).tokenList,
  },
  'token rotate': {
    summary: 'Replace a token by a new one with the same permissions; both are valid for a while.',
    parameters: ['<id>'],
    load: async () => (await import('./tokens/token-rotate.ts')).tokenRotate,
  },
  'token revoke': {
    summary: 'Revoke a token immediately and permanently.',
    parameters: ['<id>'],
    load: async () => (await import('./tokens/token-revoke.ts')).tokenRevoke,
  },
  remove: {
    summary: 'Remove a version for good, such as one with a secret in it; servers may be running.',
    parameters: ['<@scope/name@version>'],
    load: async () => (await import('./data/remove.ts')).removeCommand,
  },
  audit: {
    summary: 'Show who changed what, oldest first.',
    load: async () => (await import('./data/audit.ts')).audit,
  },
  verify: {
    summary: 'Check the database, and every tarball against its digest; servers may be running.',
    load: async () => (await import('./data/verify.ts')).verify,
  },
  gc: {
    summary: 'List the tarballs that no version needs and abandoned uploads, or remove them.',
    load: async () => (await import('./data/gc.ts')).gc,
  },
  backup: {
    summary: 'Copy the whole registry to a folder; servers may be running.',
    parameters: ['<folder>'],
    load: async () => (await import('./data/backup.ts')).backup,
  },
  restore: {
    summary: 'Restore a backup into an empty data folder.',
    parameters: ['<folder>'],
    load: async () => (await import('./data/restore.ts')).restore,
  },
  'lost-versions find': {
    summary: 'List or record published versions that the database lacks; servers may be running.',
    load: async () => (await import('./lost-versions/find.ts')).lostVersionsFind,
  },
  'lost-versions list': {
    summary: 'List the recorded lost versions, which can be published again only with the same bytes.',
    load: async () => (await import('./lost-versions/list.ts')).lostVersionsList,
  },
  'lost-versions settle': {
    summary: 'Declare that all lost versions are dealt with: nothing warns of them any more.',
    load: async () => (await import('./lost-versions/settle.ts')).lostVersionsSettle,
  },
  'log status': {
    summary: 'Show name, key and size of the transparency log, and whether it is halted.',
    load: async () => (await import('./log/status.ts')).logStatus,
  },
  'log key show': {
    summary: 'Print the verifier keys of the log, the current one first.',
    load: async () => (await import('./log/key-show.ts')).logKeyShow,
  },
  'log key create': {
    summary: 'Write a new private key to a file, for the setting log-key-file of all servers.',
    parameters: ['<file>'],
    load: async () => (await import('./log/key-create.ts')).logKeyCreate,
  },
  'log key export': {
    summary: 'Print the private key of the log.',
    load: async () => (await import('./log/key-export.ts')).logKeyExport,
  },
  'log key import': {
    summary: 'Put the private key of the log in its place, - for standard input.',
    parameters: ['<file>'],
    load: async () => (await import('./log/key-import.ts')).logKeyImport,
  },
  'log key rotate': {
    summary: 'Replace the key of the log; both keys sign for a while.',
    load: async () => (await import('./log/key-rotate.ts')).logKeyRotate,
  },
  'log recover': {
    summary: 'Bring back signed entries that the database lacks, from a copy of the log; a halt ends.',
    load: async () => (await import('./log/recover.ts')).logRecover,
  },
  'log restart': {
    summary: 'Give a halted log another name, under which it continues.',
    load: async () => (await import('./log/restart.ts')).logRestart,
  },
  'witness key show': {
    summary: 'Print the verifier key of this registry as a witness of other logs.',
    load: async () => (await import('./witness/key-show.ts')).witnessKeyShow,
  },
  'witness key create': {
    summary: 'Write a new private key to a file, for the setting witness-key-file of all servers.',
    parameters: ['<file>'],
    load: async () => (await import('./witness/key-create.ts')).witnessKeyCreate,
  },
  export: {
    summary:
      'Write every version to a file that import reads, - for standard output; servers may be running.',
    parameters: ['<file>'],
    load: async () => (await import('./data/export.ts')).exportCommand,
  },
  import: {
    summary: 'Import the file of an export, - for standard input; servers may be running.',
    parameters: ['<file>'],
    load: async () => (await import('./data/import.ts')).importCommand,
  },
  'mirror status': {
    summary: 'Show whether the upstreams answer, and what is mirrored here.',
    load: async () => (await import('./mirror/mirror-status.ts')).mirrorStatus,
  },
  'mirror evict': {
    summary: 'Evict mirrored versions, those not read for longest first; servers do this by themselves.',
    load: async () => (await import('./mirror/mirror-evict.ts')).mirrorEvict,
  },
  'mirror rebind': {
    summary: 'Show which upstream a mirrored Prime belongs to, or change it; servers may be running.',
    parameters: ['<@scope/name>'],
    load: async () => (await import('./mirror/mirror-rebind.ts')).mirrorRebind,
  },
  'mirror forget': {
    summary:
      'Forget that an upstream explains its errors; or digests of versions, also with @version, that are not here.',
    parameters: ['<upstream|@scope/name>'],
    load: async () => (await import('./mirror/mirror-forget.ts')).mirrorForget,
  },
  'mirror sync': {
    summary: 'Copy an upstream, or a part of it; servers may be running.',
    parameters: ['<upstream>'],
    load: async () => (await import('./mirror/mirror-sync.ts')).mirrorSync,
  },
  'webhook add': {
    summary: 'Send changes to an address, signed with a secret that is shown only once.',
    parameters: ['<url>'],
    load: async () => (await import('./webhooks/webhook-add.ts')).webhookAdd,
  },
  'webhook list': {
    summary: 'List the webhooks, how far each is behind, and the outcome of its last attempt.',
    load: async () => (await import('./webhooks/webhook-list.ts')).webhookList,
  },
  'webhook test': {
    summary: 'Send a ping to a webhook now, and show the answer.',
    parameters: ['<id>'],
    load: async () => (await import('./webhooks/webhook-test.ts')).webhookTest,
  },
  'webhook replay': {
    summary: 'Continue a webhook at once, also a failing or disabled one, or send entries again.',
    parameters: ['<id>'],
    load: async () => (await import('./webhooks/webhook-replay.ts')).webhookReplay,
  },
  'webhook rotate-secret': {
    summary: 'Replace the secret of a webhook; both secrets sign for a while.',
    parameters: ['<id>'],
    load: async () => (await import('./webhooks/webhook-rotate-secret.ts')).webhookRotateSecret,
  },
  'webhook remove': {
    summary: 'Remove a webhook and its secret.',
    parameters: ['<id>'],
    load: async () => (await import('./webhooks/webhook-remove.ts')).webhookRemove,
  },
  'trust add': {
    summary: 'Trust identities of a CI: their jobs publish without a stored token.',
    parameters: ['[preset]', '[who]'],
    load: async () => (await import('./trust/trust-add.ts')).trustAdd,
  },
  'trust list': {
    summary: 'List the rules that trust identities, and when each was used.',
    load: async () => (await import('./trust/trust-list.ts')).trustList,
  },
  'trust test': {
    summary:
      'Explain what every rule makes of an identity token, - for standard input; nothing is given out.',
    parameters: ['<file>'],
    load: async () => (await import('./trust/trust-test.ts')).trustTest,
  },
  'trust remove': {
    summary: 'Remove a rule, and with it the tokens that it has allowed.',
    parameters: ['<name>'],
    load: async () => (await import('./trust/trust-remove.ts')).trustRemove,
  },
  'trust issuer': {
    summary: 'Set how the keys of an issuer are found: a file, a certificate authority, a private address.',
    parameters: ['<issuer>'],
    load: async () => (await import('./trust/trust-issuer.ts')).trustIssuer,
  },
  index: {
    summary: 'Read the atoms of versions that have no inventory yet; servers may be running.',
    load: async () => (await import('./data/index-atoms.ts')).indexCommand,
  },
  migrate: {
    summary: 'Migrate the database and rebuild its search index if needed; serve does this by itself.',
    load: async () => (await import('./data/migrate.ts')).migrate,
  },
};

/** The commands in the order of the help text. */
export const COMMANDS: readonly CommandEntry[] = Object.entries(TABLE).map(([name, entry]) => ({
  name,
  ...entry,
}));
