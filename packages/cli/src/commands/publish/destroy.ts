// `prime destroy`
import { flag, toPrintable, UsageError, valued } from '@prime-registry/command-line';
import { REMOVAL_CATEGORIES, type RemovalCategory, type RemovalReceipt } from '@prime-registry/protocol';
import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { offered } from '../../errors/offered.ts';
import { parseVersionArgument } from '../../find/parse-arguments.ts';
import { IDENTITY_OPTION } from '../../identity/identity-flag.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import { askText, NO_TERMINAL } from '../../terminal/ask.ts';

/** The removed version. */
export interface DestroyResult extends RemovalReceipt {
  readonly registry: string;
}

export const destroy: Command<DestroyResult> = {
  usage: {
    parameters: ['<name>@<version>'],
    asksRegistries: true,
    options: {
      identity: IDENTITY_OPTION,
      category: valued('<word>', `Why: ${REMOVAL_CATEGORIES.join(', ')}`),
      reason: valued('<text>', 'More about it; everybody can read it'),
      yes: flag('Do not ask for the name of the version', 'y'),
    },
    details: [
      'For what must not be there: a secret, personal data, malware. The bytes and everything that was read from them are deleted; projects that have the version in a lock file cannot install it any more. This cannot be undone, and the number is never free again.',
      'Copies that others have are not reached: if a secret was published, revoke it first. To keep people from taking a version by accident, yank it instead. To uninstall a Prime from a project, use remove.',
      'Needs an admin token, or the right of owners that some registries give for a short time.',
    ],
    examples: [
      'destroy @acme/web-style@1.0.0 --category secret --reason "It contained a key, which is revoked."',
    ],
  },

  async run(context, flags, [text = '']) {
    const { name, version } = parseVersionArgument(text);
    const category = readCategory(flags.category);
    const registry = await (await openRegistries(context, flags)).signInFor(name.scope);
    if (flags.yes !== true) await confirm(context, `${name.full}@${version}`, registry.baseUrl);
    const { reason } = flags;
    const request = registry.removeVersion(name.full, version, {
      ...{ category, signal: context.signal },
      ...(typeof reason === 'string' && { reason }),
    });
    return { ...(await offered(request, 'removals')), registry: registry.baseUrl };
  },

  view: ({ name, version, category, registry }) =>
    toPrintable(`${name} ${version} is removed from ${registry} for ever (${category})`),

  afterwards({ also_in: others = [] }, terminal) {
    if (others.length === 0) return;
    const targets = others.slice(0, MOST_OTHERS).map(({ name, version }) => `${name}@${version}`);
    terminal.warn(
      `its bytes are still there, because the same tarball is that of ${targets.join(', ')}: remove what must not be there, too`,
    );
  },
};

/** Versions with the same tarball that are shown; a registry names no more. */
const MOST_OTHERS = 20;

function readCategory(text: unknown): RemovalCategory {
  const category = REMOVAL_CATEGORIES.find((known) => known === text);
  if (category !== undefined) return category;
  const given = text === undefined ? '--category is missing' : `'${text}' is not a category`;
  throw new UsageError(`${given}; use one of ${REMOVAL_CATEGORIES.join(', ')}`);
}

async function confirm(context: CommandContext, subject: string, registry: string): Promise<void> {
  const answer = await askText(context, {
    message: `This deletes ${subject} from ${registry} for ever. Type ${subject} to confirm`,
    otherwise: NO_TERMINAL,
  });
  if (answer.trim() !== subject) throw new CommandError(`${subject} is not removed: it was not confirmed`);
}
