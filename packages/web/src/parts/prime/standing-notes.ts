// Notes at the head of a version that is not what most people want: yanked, deprecated, moved, not the latest.
import { primePagePath } from '@prime-registry/protocol';
import type { DeprecationRecord, LifecycleRecord, VersionRecord } from '@prime-registry/store';
import { dateOf } from '../amounts.ts';
import { type Html, html, renderLine } from '../html.ts';
import { originLink } from './prime-entries.ts';
import { renderSuccessor } from './successor.ts';

export interface VersionStanding {
  readonly record: VersionRecord;
  /** Undefined if every version is yanked. */
  readonly latest: string | undefined;
  /** Whether the page is about this version, not about the latest one. */
  readonly isPinned: boolean;
  /** Whether it is stored here. Of a version that only an upstream has, only the manifest is known. */
  readonly isHere: boolean;
  /**
   * Base URL of the upstream of the latest version, if that is not stored here yet and this version is shown
   * instead.
   */
  readonly awaitedFrom?: string | undefined;
  /** What happened to the Prime after its publishes; usually undefined. */
  readonly lifecycle?: LifecycleRecord | undefined;
  /** The deprecation of this version. */
  readonly deprecation?: DeprecationRecord | undefined;
}

/** The notes, the most urgent first; nothing for the latest version of most Primes. */
export function renderStandingNotes(standing: VersionStanding): Html {
  return html`${renderYank(standing)}${renderMove(standing)}${renderDeprecation(standing)}${renderPlace(standing)}`;
}

function renderYank(standing: VersionStanding): Html | false {
  const { yankedAtMs, yankReason } = standing.record;
  if (yankedAtMs === undefined) return false;
  const reason = yankReason === undefined ? html`` : html` Reason: ${endSentence(yankReason)}`;
  return html`<div class="note bad" role="note"><p><strong>This version was yanked</strong> on ${dateOf(yankedAtMs)}: do not use it for new installs.${reason} ${renderInstead(standing)}</p></div>`;
}

/** What to take instead of a yanked version. */
function renderInstead({ record, latest, lifecycle, deprecation }: VersionStanding): Html {
  if (deprecation?.successor !== undefined)
    return html`Use ${renderSuccessor(deprecation.successor, record.origin)} instead.`;
  if (lifecycle?.movedTo !== undefined) return html`Use ${primeLink(lifecycle.movedTo)} instead.`;
  if (latest === undefined) return html`Every version of this Prime is yanked.`;
  return html`Use ${latestLink(record.name, latest)} instead, the latest version.`;
}

function renderMove({ lifecycle }: VersionStanding): Html | false {
  const movedTo = lifecycle?.movedTo;
  if (movedTo === undefined) return false;
  return html`<div class="note" role="note"><p><strong>This Prime has moved to ${primeLink(movedTo)}.</strong> New versions are published under that name only.</p></div>`;
}

function renderDeprecation({ record, deprecation }: VersionStanding): Html | false {
  if (deprecation === undefined) return false;
  const { range, message, successor } = deprecation;
  const what = range === '*' ? 'This Prime is deprecated' : 'This version is deprecated';
  return html`<div class="note" role="note"><p><strong>${what}:</strong> <bdi>${renderLine(endSentence(message))}</bdi>${successor !== undefined && html` Use ${renderSuccessor(successor, record.origin)} instead.`}</p></div>`;
}

function renderPlace({ record, latest, isHere, awaitedFrom }: VersionStanding): Html | false {
  const { name, version, yankedAtMs, origin } = record;
  if (awaitedFrom !== undefined && latest !== undefined)
    return html`<div class="note" role="note"><p>This is not the latest version. The latest is <a href="${primePagePath(name, latest)}">${latest}</a>, which has not been pulled from ${originLink(awaitedFrom)} yet.</p></div>`;
  if (!isHere && origin !== undefined)
    return html`<div class="note" role="note"><p>This version is not stored here, so its contents are not shown. It can be installed: it is pulled from ${originLink(origin)} each time.</p></div>`;
  if (version === latest || yankedAtMs !== undefined) return false;
  return html`<div class="note" role="note"><p>This is not the latest version.${latest !== undefined && html` The latest is ${latestLink(name, latest)}.`}</p></div>`;
}

function primeLink(name: string): Html {
  return html`<a href="${primePagePath(name)}">${name}</a>`;
}

function latestLink(name: string, latest: string): Html {
  return html`<a href="${primePagePath(name)}">${latest}</a>`;
}

/** Texts of authors end as they like; another sentence follows. */
function endSentence(text: string): string {
  const trimmed = text.trimEnd();
  return /[.!?…:;]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
