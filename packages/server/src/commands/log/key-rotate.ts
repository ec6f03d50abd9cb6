// `prime-registry log key rotate`
import { valued } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import { operatorActs } from '../../actions/tokens/act.ts';
import { rotateKey } from '../../log/rotate-key.ts';
import { replaceKeyFile } from '../../wiring/log/log-key-file.ts';
import type { Command } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';
import { readDuration } from '../read-options.ts';
import { getKeyPath, getKeys, KEY_SETTINGS } from './log-data.ts';

const DEFAULT_OVERLAP = '90d';

export const logKeyRotate: Command = {
  settings: KEY_SETTINGS,
  options: {
    overlap: valued(
      '<time>',
      `How long the replaced key still signs, too: 12h, 90d, or 0; default ${DEFAULT_OVERLAP}`,
    ),
  },
  async run({ overlap = DEFAULT_OVERLAP, ...flags }, _parameters, host) {
    const overlapMs = overlap === '0' ? 0 : readDuration('--overlap', String(overlap), '12h, 90d');
    const { rotated, path } = await withExistingStore(host, flags, async (store, settings) => {
      const path = getKeyPath(settings);
      const writeKeys = (keys: Parameters<typeof replaceKeyFile>[1]) => replaceKeyFile(path, keys);
      const readKeys = () => getKeys(settings);
      const rotated = await rotateKey({ store, readKeys, writeKeys, now: Date.now }, overlapMs);
      const { vkey, replaced } = rotated;
      await store.recordAct({ ...operatorActs('log-key', Date.now()), details: { vkey, replaced } });
      return { rotated, path };
    });
    await printLine(host, rotated.vkey);
    host.stderr.write(
      `The new key is in ${path}. Give it to all servers and start them again: until ` +
        `${formatTimestamp(rotated.untilMs)} they sign with both keys.\n`,
    );
    return 0;
  },
};
