// `prime move`
import { flag, UsageError } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { offered } from '../../errors/offered.ts';
import { parseNameArgument } from '../../find/parse-arguments.ts';
import { IDENTITY_OPTION } from '../../identity/identity-flag.ts';
import { type LifecycleResult, viewLifecycle } from '../../lifecycle/lifecycle-result.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import { requireConfirmation } from '../../terminal/ask.ts';

export const move: Command<LifecycleResult> = {
  usage: {
    parameters: ['<name>', '[<new-name>]'],
    asksRegistries: true,
    options: {
      identity: IDENTITY_OPTION,
      undo: flag('Take the move back'),
      yes: flag('Do not ask for confirmation', 'y'),
    },
    details: [
      'Publish a first version under the new name before. From then on, new versions can only be published there. The old name is still read as before, and stays in its scope; clients that ask for it take the new one, with a note.',
    ],
    examples: ['move @acme/web-style @acme/design', 'move @acme/web-style --undo'],
  },

  async run(context, flags, [text = '', newText]) {
    const { signal } = context;
    const name = parseNameArgument(text);
    const isUndo = flags.undo === true;
    if (isUndo && newText !== undefined)
      throw new UsageError(`--undo takes no new name; leave out '${newText}'`);
    if (!isUndo && newText === undefined) throw new UsageError('<new-name> is missing');
    const to = newText === undefined ? undefined : parseNameArgument(newText).full;
    const registry = await (await openRegistries(context, flags)).signInFor(name.scope);
    if (to === undefined) {
      const state = await offered(registry.moveBack(name.full, { signal }), 'moves');
      return {
        ...state,
        registry: registry.baseUrl,
        done: `${name.full} has not moved in ${registry.baseUrl}`,
      };
    }
    if (flags.yes !== true) {
      const question = `Move ${name.full} to ${to} in ${registry.baseUrl}? ${name.full} will take no new versions.`;
      await requireConfirmation(context, question, `${name.full} has not moved: it was not confirmed`);
    }
    const state = await offered(registry.movePrime(name.full, to, { signal }), 'moves');
    return {
      ...state,
      registry: registry.baseUrl,
      done: `${name.full} has moved to ${to} in ${registry.baseUrl}`,
    };
  },

  view: ({ done }) => viewLifecycle(done, []),
};
