// The transparency log: whether its heads are signed, and with which key.
import type { Setting } from './setting.ts';
import { choiceSetting, fileSetting } from './setting-kinds.ts';

/** Entries are written in any case. */
export const LOG: Setting<'on' | 'off'> = choiceSetting(
  {
    name: 'log',
    summary: 'Whether the transparency log is signed and served, with proofs of every version',
    default: 'on',
  },
  ['on', 'off'],
);

/** The path of a key file; empty for the one in the data folder. */
export const LOG_KEY_FILE: Setting<string> = fileSetting(
  {
    name: 'log-key-file',
    summary: "File of the log's private key, the same for all replicas; none: log.key in the data folder",
  },
  "a file that 'prime-registry log key create' wrote",
);
