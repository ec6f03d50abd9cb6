// `prime-registry mirror forget <upstream>`
import { escapeControls } from '@prime-registry/command-line';
import { operatorActs } from '../../actions/tokens/act.ts';
import { type Command, settingsNamed } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printLine } from '../output.ts';
import { findUpstream } from './find-upstream.ts';

export const mirrorForget: Command = {
  settings: [...DATA_SETTINGS, ...settingsNamed('upstreams')],
  options: {},
  async run(flags, [text = ''], host) {
    await withLedger(host, flags, async (store, settings) => {
      const { url } = findUpstream(settings.upstreams, text);
      const entry = { ...operatorActs('forget', Date.now()), details: { upstream: url } };
      const isForgotten = await store.forgetKnownUpstream(url, entry);
      const line = isForgotten
        ? `Forgot that ${url} explains its errors. Restart the servers.`
        : `${url} was not known to explain its errors. Nothing was changed.`;
      await printLine(host, escapeControls(line));
    });
    return 0;
  },
};
