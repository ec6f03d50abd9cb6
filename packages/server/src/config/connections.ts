// How long clients may take, and how many may come at once.
import { durationSetting, integerSetting, type Setting } from './setting.ts';

export const HEADERS_TIMEOUT: Setting<number> = durationSetting({
  name: 'headers-timeout',
  summary: 'Longest time that the headers of a request may take to arrive',
  default: 20_000,
});

export const REQUEST_TIMEOUT: Setting<number> = durationSetting({
  name: 'request-timeout',
  summary: 'Longest time that one request may take to arrive, its upload included',
  default: 600_000,
});

export const STALL_TIMEOUT: Setting<number> = durationSetting({
  name: 'stall-timeout',
  summary: 'Longest time without a byte from or to a client in the middle of a request or its answer',
  default: 60_000,
});

export const KEEP_ALIVE: Setting<number> = durationSetting({
  name: 'keep-alive',
  summary: 'How long a connection without a request stays open for the next one',
  default: 72_000,
});

export const MAX_CONNECTIONS: Setting<number> = integerSetting(
  { name: 'max-connections', summary: 'Most connections at a time, for each worker', default: 4000 },
  1,
  1_000_000,
);

export const MAX_UPLOADS: Setting<number> = integerSetting(
  { name: 'max-uploads', summary: 'Most uploads at a time, for each worker', default: 256 },
  1,
  100_000,
);
