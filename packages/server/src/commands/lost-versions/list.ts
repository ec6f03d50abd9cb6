// `prime-registry lost-versions list`
import { flag } from '@prime-registry/command-line';
import type { VersionDigest } from '@prime-registry/store';
import { describeLost } from '../../wiring/storage/known-versions.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printItem } from '../output.ts';

export const lostVersionsList: Command = {
  settings: DATA_SETTINGS,
  options: {
    json: flag('Print JSON, one version a line'),
  },
  async run(flags, _parameters, host) {
    await withLedger(host, flags, async (store) => {
      // Without a heading: the lines are those of the file `lost-versions`, which another registry can read.
      for (const lost of await store.listLostVersions())
        await printItem(host, flags.json, lost, toJson, describeLost);
    });
    return 0;
  },
};

function toJson({ name, identity: version, sha256 }: VersionDigest): object {
  return { name, version, sha256 };
}
