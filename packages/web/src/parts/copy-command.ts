// A command with a copy button. The button is hidden unless the script runs.
import { type Html, html } from './html.ts';

/** Renders a command that a script completes, with a button that copies what is shown. @param id - of the command, unique on its page */
export function renderShownCommand(id: string, command: Html): Html {
  return html`<div class="command"><code tabindex="0" role="group" aria-label="Command" id="command-${id}">${command}</code><button type="button" data-copy-from="command-${id}" aria-live="polite" hidden>Copy</button></div>`;
}

/** Renders a command with a button that copies it. */
export function renderCommand(command: string, label: string): Html {
  return html`<div class="command"><code tabindex="0" role="group" aria-label="${label}">${command}</code><button type="button" data-copy="${command}" aria-live="polite" hidden>Copy</button></div>`;
}
