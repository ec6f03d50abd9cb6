// `prime-registry mirror forget <upstream|@scope/name>`, also with `@version`
import { escapeControls, formatCount } from '@prime-registry/command-line';
import { type PrimeName, parsePrimeName, parseVersion, type Version } from '@prime-registry/protocol/basics';
import type { SeenVersion } from '@prime-registry/store';
import { operatorActs } from '../../actions/tokens/act.ts';
import { type Command, settingsNamed } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printLine } from '../output.ts';
import { readParsed } from '../read-options.ts';
import { findUpstream } from './find-upstream.ts';

export const mirrorForget: Command = {
  settings: [...DATA_SETTINGS, ...settingsNamed('upstreams')],
  async run(flags, [text = ''], host) {
    const versions = text.startsWith('@') ? readVersions(text) : undefined;
    await withLedger(host, flags, async (store, settings) => {
      const act = operatorActs('forget', Date.now());
      if (versions !== undefined) {
        const { name, version } = versions;
        const toEntry = ({ identity, sha256, origin }: SeenVersion) => ({
          ...{ ...act, name: name.full, version: identity, details: { sha256, upstream: origin } },
        });
        const gone = await store.forgetSeenVersions(name.full, version?.identity, toEntry);
        return printLine(host, escapeControls(describeForgotten(text, gone)));
      }
      const { url } = findUpstream(settings.upstreams, text);
      const wasKnown = await store.forgetKnownUpstream(url, { ...act, details: { upstream: url } });
      const hadLog = await store.forgetUpstreamLog(url, { ...act, details: { upstream_log: url } });
      const forgotten = [
        ...(wasKnown ? ['explains its errors'] : []),
        ...(hadLog ? ['has a transparency log, and its key'] : []),
      ];
      const line =
        forgotten.length > 0
          ? `Forgot that ${url} ${forgotten.join(', and that it ')}. Restart the servers.`
          : `${url} was not known to explain its errors, or to have a transparency log. Nothing was changed.`;
      return printLine(host, escapeControls(line));
    });
    return 0;
  },
};

/** @throws UsageError */
function readVersions(text: string): { readonly name: PrimeName; readonly version: Version | undefined } {
  const [, name = text, exact] = /^(@[^@]*)(?:@(.*))?$/.exec(text) ?? [];
  return {
    name: readParsed(parsePrimeName(name)),
    version: exact === undefined ? undefined : readParsed(parseVersion(exact)),
  };
}

function describeForgotten(text: string, gone: readonly SeenVersion[]): string {
  if (gone.length === 0)
    return `No digest of ${text} is remembered whose version is not here. Nothing was changed.`;
  const digests = gone.map(({ identity, sha256, origin }) => `${identity} had ${sha256} at ${origin}`);
  return `Forgot ${formatCount(gone.length, 'digest')} of ${text}: ${digests.join('; ')}.`;
}
