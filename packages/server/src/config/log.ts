// The transparency log: whether its heads are signed, and with which key; and the webhooks that tell others of its entries.
import { choiceSetting, fileSetting } from './setting-kinds.ts';

export const LOG_SETTINGS = {
  /** Entries are written in any case. */
  log: choiceSetting(['on', 'off'], {
    name: 'log',
    summary: 'Whether the transparency log is signed and served, with proofs of every version',
    default: 'on',
  }),
  /** The path of a key file; empty for the one in the data folder. */
  logKeyFile: fileSetting("a file that 'prime-registry log key create' wrote", {
    name: 'log-key-file',
    summary: "File of the log's private key, the same for all replicas; none: log.key in the data folder",
  }),
};

/** The path of the file of secrets; empty for the one in the data folder. */
export const WEBHOOK_SECRETS_FILE = fileSetting(
  'a file that the servers read and the commands of webhooks write',
  {
    name: 'webhook-secrets-file',
    summary: 'File of the secrets of webhooks; none: webhook-secrets in the data folder',
  },
);
