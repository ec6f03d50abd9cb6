// `prime-registry witness key show`
import { SettingError } from '../../config/setting.ts';
import { readWitnessKey } from '../../wiring/log/witness-key-file.ts';
import { type Command, settingsNamed } from '../command.ts';
import { DATA_SETTINGS, settingsOf } from '../open-data.ts';
import { printLine } from '../output.ts';

export const witnessKeyShow: Command = {
  settings: [...DATA_SETTINGS, ...settingsNamed('witness-key-file')],
  async run(flags, _parameters, host) {
    const settings = settingsOf(host, flags);
    const cosigner = await readWitnessKey(settings);
    if (cosigner === undefined) {
      throw new SettingError(
        settings.database === ''
          ? `data: there is no key of a witness in ${settings.dataFolder}; the first start with --witness makes it`
          : 'witness-key-file: with PostgreSQL, give the path of the key file that all servers have',
      );
    }
    await printLine(host, cosigner.vkey);
    return 0;
  },
};
