// `prime-registry lost-versions list`
import { describeLost } from '../../wiring/storage/known-versions.ts';
import { type Command, flag } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';

export const lostVersionsList: Command = {
  settings: DATA_SETTINGS,
  options: {
    json: flag('Print JSON, one version a line'),
  },
  async run(flags, _parameters, host) {
    await withLedger(host, flags, async (store) => {
      // Without a heading: the lines are those of the file `lost-versions`, which another registry can read.
      for (const lost of await store.listLostVersions()) {
        const { name, identity: version, sha256 } = lost;
        await (flags.json === true
          ? printJson(host, { name, version, sha256 })
          : printLine(host, describeLost(lost)));
      }
    });
    return 0;
  },
};
