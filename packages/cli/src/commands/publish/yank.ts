// `prime yank`
import { flag, toPrintable, UsageError, valued } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { offered } from '../../errors/offered.ts';
import { parseVersionArgument } from '../../find/parse-arguments.ts';
import { IDENTITY_OPTION } from '../../identity/identity-flag.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import { requireConfirmation } from '../../terminal/ask.ts';

/** The receipt of a yank. */
export interface YankResult {
  readonly name: string;
  readonly version: string;
  /** False after `--undo`. */
  readonly yanked: boolean;
  readonly yanked_at?: string;
  readonly registry: string;
}

export const yank: Command<YankResult> = {
  usage: {
    parameters: ['<name>@<version>'],
    asksRegistries: true,
    options: {
      identity: IDENTITY_OPTION,
      reason: valued('<text>', 'The reason, for people who have it installed'),
      undo: flag('Take the yank back'),
      yes: flag('Do not ask for confirmation', 'y'),
    },
    details: [
      'A yanked version is no longer listed, found or chosen. It can still be installed from a lock file, with a warning that shows the reason. --undo takes the yank back, if the registry offers that; it is not part of the contract. Most registries refuse to yank stable versions: publish a fixed one instead.',
    ],
    examples: [
      'yank @acme/web-style@2.0.0-beta.1',
      'yank @acme/web-style@2.0.0-beta.1 --yes --reason "breaks links"',
      'yank @acme/web-style@2.0.0-beta.1 --undo',
    ],
  },

  async run(context, flags, [text = '']) {
    const { name, version } = parseVersionArgument(text);
    const { signal } = context;
    if (flags.undo === true && flags.reason !== undefined)
      throw new UsageError('--undo takes no reason; leave out --reason');
    const registry = await (await openRegistries(context, flags)).signInFor(name.scope);
    if (flags.undo === true) {
      const receipt = await offered(registry.unyank(name.full, version, { signal }), 'taking a yank back');
      return { ...receipt, registry: registry.baseUrl };
    }
    if (flags.yes !== true) {
      const subject = `${name.full} ${version}`;
      const question = `Yank ${subject} from ${registry.baseUrl}? New installs will not choose it any more.`;
      await requireConfirmation(context, question, `${subject} is not yanked: it was not confirmed`);
    }
    const receipt = await registry.yank(name.full, version, {
      ...(typeof flags.reason === 'string' && { reason: flags.reason }),
      signal,
    });
    return { ...receipt, registry: registry.baseUrl };
  },

  view({ name, version, yanked, registry }) {
    return toPrintable(`${name} ${version} is ${yanked ? 'yanked from' : 'no longer yanked in'} ${registry}`);
  },
};
