// A command to copy. The button is for those with a script, and stays hidden without one.
import { type Html, html } from './html.ts';

/** Renders a command with a button that copies it. */
export function renderCommand(command: string, label: string): Html {
  return html`<div class="command"><code tabindex="0" role="group" aria-label="${label}">${command}</code><button type="button" data-copy="${command}" aria-live="polite" hidden>Copy</button></div>`;
}
