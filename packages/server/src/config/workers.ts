// How many processes serve the registry.
import { availableParallelism } from 'node:os';
import { integerSetting, type Setting } from './setting.ts';

const MOST = 64;
const number = integerSetting({ name: 'workers', summary: 'Processes that serve', default: 1 }, 1, MOST);

export const WORKERS: Setting<number> = {
  ...number,
  allowed: `${number.allowed}, or auto for one a core`,
  read: (text) => (text === 'auto' ? Math.min(availableParallelism(), MOST) : number.read(text)),
};
