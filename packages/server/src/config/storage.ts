// Where the registry keeps everything.
import { type Setting, textSetting } from './setting.ts';

export const DATA: Setting<string> = textSetting(
  { name: 'data', summary: 'Folder of the database and the tarballs; made when missing', default: './data' },
  'the path of a folder',
);
