// The ways to install a Prime: commands, and the line of a SKILL.md.
import { renderCommand } from '../copy-command.ts';
import { type Html, html } from '../html.ts';
import { createChannelFinder } from './channels.ts';
import type { VersionStanding } from './standing-notes.ts';

const MAX_CHANNEL_COMMANDS = 3;

/**
 * The commands; for a yanked version, of what to take instead, because an install of it would be refused. Nothing if
 * there is nothing to take.
 */
export function renderInstall({ record, latest, isPinned, lifecycle }: VersionStanding): Html | false {
  const { name, version, yankedAtMs } = record;
  const isYanked = yankedAtMs !== undefined;
  const newName = lifecycle?.movedTo;
  const channels = isYanked || newName !== undefined ? [] : createChannelFinder(lifecycle?.channels)(version);
  if (isYanked && newName === undefined && latest === undefined) return false;
  const isThis = isPinned && !isYanked;
  const command = isThis ? `${name}@${version}` : (newName ?? name);
  return html`<section class="install" aria-label="Install">${renderCommand(`prime install ${command}`, 'Install command')}${channels
    .slice(0, MAX_CHANNEL_COMMANDS)
    .map((channel) =>
      renderCommand(`prime install ${name}@${channel}`, `Install command of the channel ${channel}`),
    )}
<details><summary>For a <code>SKILL.md</code></summary><p class="small">A line of the list <code>primes:</code> in its frontmatter; <code>prime install</code> then takes it from there.</p>
${renderCommand(`- "${listed(newName ?? name, isThis ? version : latest, newName !== undefined)}"`, 'Line for a SKILL.md')}</details></section>`;
}

/** A name with a range: compatible versions of a stable one, and otherwise that version alone. */
function listed(name: string, version: string | undefined, isOther: boolean): string {
  if (version === undefined || isOther) return name;
  return `${name}@${/^[0-9.]+$/.test(version) ? '^' : ''}${version}`;
}
