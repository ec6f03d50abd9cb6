// `prime channel`
import { accept, UsageError } from '@prime-registry/command-line';
import { parseChannel } from '@prime-registry/protocol';
import type { Command } from '../../command.ts';
import { offered } from '../../errors/offered.ts';
import { parseNameArgument, parseVersionArgument } from '../../find/parse-arguments.ts';
import { IDENTITY_OPTION } from '../../identity/identity-flag.ts';
import {
  type LifecycleResult,
  listChannels,
  markChannels,
  viewLifecycle,
} from '../../lifecycle/lifecycle-result.ts';
import { openRegistries } from '../../registries/open-registries.ts';

export const channel: Command<LifecycleResult> = {
  usage: {
    parameters: ['<ls|set|rm>', '<name>[@<version>]', '[<channel>]'],
    asksRegistries: true,
    options: { identity: IDENTITY_OPTION },
    details: [
      "A channel is a word that names one version: 'prime install @acme/web-style@beta'. Lock files keep the version that was installed; only 'prime install --update' follows a channel. 'channel ls' marks a version that is yanked, which a channel installs no more, or deprecated. A registry may reserve channels for its operators.",
    ],
    examples: [
      'channel ls @acme/web-style',
      'channel set @acme/web-style@2.0.0-beta.3 beta',
      'channel rm @acme/web-style beta',
    ],
  },

  async run(context, flags, [action = '', text = '', word]) {
    const { signal } = context;
    if (action === 'ls') {
      if (word !== undefined) throw new UsageError(`'${word}' is one argument too many`);
      const name = parseNameArgument(text).full;
      const { registry, list } = await (await openRegistries(context, flags)).resolver.listVersions(name, {
        includeYanked: true,
        signal,
      });
      const channels = markChannels(list);
      const done =
        channels === undefined
          ? `${name} has no channels in ${registry.baseUrl}`
          : `${name} in ${registry.baseUrl}`;
      return { name, ...(channels && { channels }), registry: registry.baseUrl, done };
    }
    if (action !== 'set' && action !== 'rm') throw new UsageError(`'${action}' is not one of ls, set and rm`);
    if (word === undefined) throw new UsageError("<channel> is missing; name it, such as 'beta'");
    accept(parseChannel(word));
    if (action === 'rm') {
      const name = parseNameArgument(text);
      const registry = await (await openRegistries(context, flags)).signInFor(name.scope);
      const state = await offered(registry.removeChannel(name.full, word, { signal }), 'channels');
      const done = `${name.full} has no channel '${word}' any more in ${registry.baseUrl}`;
      return { ...state, registry: registry.baseUrl, done };
    }
    const { name, version } = parseVersionArgument(text);
    const registry = await (await openRegistries(context, flags)).signInFor(name.scope);
    const state = await offered(registry.setChannel(name.full, word, version, { signal }), 'channels');
    const done = `'${word}' names ${name.full} ${version} in ${registry.baseUrl}`;
    return { ...state, registry: registry.baseUrl, done };
  },

  view: (result) => viewLifecycle(result.done, listChannels(result)),
};
