// How much memory is spent on being fast.
import { orZero, type Setting, sizeSetting } from './setting.ts';

export const RESPONSE_CACHE: Setting<number> = orZero(
  sizeSetting({
    name: 'response-cache',
    summary: 'Most memory for answers that are kept to be given again; 0 keeps none',
    default: 32 * 2 ** 20,
  }),
);
