// Setting of read leases.
import type { Setting } from './setting.ts';
import { choiceSetting } from './setting-kinds.ts';

export type ReadLeasesSetting = 'auto' | 'proxy' | 'off';

export const READ_LEASES: Setting<ReadLeasesSetting> = choiceSetting(
  {
    name: 'read-leases',
    summary:
      'Answer repeated reads of versions for a second without the database, for which yanks wait; auto: with PostgreSQL; ' +
      'proxy: let nginx in front do so as well',
    default: 'auto',
  },
  ['auto', 'proxy', 'off'],
);
