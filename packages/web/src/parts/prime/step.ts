// How much changed from one version to the next, in a few characters: +2 −1 ~4 · major.
import { countOf, formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';

/** A step from a version to a later one. */
export interface VersionStep {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** What the changes require. */
  readonly required: 'major' | 'minor' | 'patch' | 'none';
}

/** What a version changed since the version before it. */
export interface PublishedStep {
  readonly before: string;
  /** Undefined if that is not known. */
  readonly step: VersionStep | undefined;
}

/** A step in signs; for those who hear it, {@link describeStep} belongs next to it. */
export function renderStep({ added, removed, changed, required }: VersionStep): Html {
  const part = (name: string, sign: string, amount: number) =>
    amount > 0 && html`<span class="${name}">${sign}${formatNumber(amount)}</span> `;
  const isSame = added + removed + changed === 0;
  return html`<span class="step">${part('plus', '+', added)}${part('minus', '−', removed)}${part('other', '~', changed)}${isSame && required === 'none' ? 'same atoms' : html`${!isSame && '· '}${required}`}</span>`;
}

/** The same in words. */
export function describeStep({ added, removed, changed, required }: VersionStep): string {
  if (required === 'none') return 'the atoms are the same';
  const parts = [
    ...(added > 0 ? [`${countOf(added, 'atom')} added`] : []),
    ...(removed > 0 ? [`${countOf(removed, 'atom')} removed`] : []),
    ...(changed > 0 ? [`${countOf(changed, 'atom')} changed`] : []),
  ];
  return `${parts.length === 0 ? 'edges changed' : parts.join(', ')}, a ${required} step`;
}
