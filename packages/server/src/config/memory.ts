// How much memory is spent on being fast.
import { type Setting, sizeSetting } from './setting.ts';

const SIZE = sizeSetting({
  name: 'response-cache',
  summary: 'Most memory for answers that are kept to be given again; 0 keeps none',
  default: 32 * 2 ** 20,
});

export const RESPONSE_CACHE: Setting<number> = {
  ...SIZE,
  allowed: `0, or ${SIZE.allowed}`,
  read: (text) => (text === '0' ? 0 : SIZE.read(text)),
};
