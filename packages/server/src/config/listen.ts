// Where the server listens, and how it ends.
import { durationSetting, integerSetting, type Setting, textSetting } from './setting.ts';

export const HOST: Setting<string> = textSetting(
  { name: 'host', summary: 'Address to listen on; 0.0.0.0 or :: for every interface', default: '127.0.0.1' },
  'an IP address or a host name',
  /^[0-9A-Za-z.:_-]{1,253}$/,
);

export const PORT: Setting<number> = integerSetting(
  { name: 'port', summary: 'Port to listen on; 0 picks a free one', default: 4000 },
  0,
  65_535,
);

export const SHUTDOWN_GRACE: Setting<number> = durationSetting({
  name: 'shutdown-grace',
  summary: 'How long running requests may go on after SIGTERM or SIGINT',
  default: 30_000,
});
