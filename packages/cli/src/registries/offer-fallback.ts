// Offers the strict rule to users of several registries: the first registry that has a name decides about it.
import type { CommandContext } from '../command.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { choose } from '../settings/choices.ts';
import { configFolder } from '../settings/folders.ts';
import { loadSettings } from '../settings/load-settings.ts';
import { userSettingsPath } from '../settings/settings.ts';
import { askConfirmation } from '../terminal/ask.ts';

const QUESTION =
  'You use several registries. Should the first one that has a name decide about all its versions? ' +
  'Otherwise an exact version that it lacks may come from the next one';

/**
 * Asks at a terminal, and otherwise says how to choose the rule. Nothing happens with one registry, or after
 * the user has chosen.
 */
export async function offerFallback(context: CommandContext): Promise<void> {
  const settings = await loadSettings(context);
  const hasChosen = choose('fallback', settings).from !== undefined;
  if (settings.registries.length < 2 || hasChosen) return;
  const { terminal, environment } = context;
  if (!terminal.isInteractive) {
    terminal.note(
      "You use several registries. 'prime config set fallback name' lets the first one that has a name decide about all its versions.",
    );
    return;
  }
  const isStrict = await askConfirmation(context, QUESTION, '', { initialValue: true });
  const path = userSettingsPath(configFolder(environment));
  await changeSettings(path, { setting: 'fallback', value: isStrict ? 'name' : 'version' });
}

/** For the author of a new Prime: how to keep other registries from supplying versions of it. */
export async function noteFallback(context: CommandContext, scope: string): Promise<void> {
  // Invalid settings are for the commands that use them.
  const settings = await loadSettings(context).catch(() => undefined);
  const [first, second] = settings?.registries ?? [];
  if (settings === undefined || first === undefined || second === undefined || settings.pins.has(scope))
    return;
  if (choose('fallback', settings).value === 'name') return;
  context.terminal.note(
    `You use several registries. To install ${scope} from one of them only: 'prime config set ${scope} ${first}'.`,
  );
}
