// What could not be read of the atoms of a version, or not as it may have been meant: where, and why.
import type { AtomProblem } from '@prime-registry/atoms';
import { fileTextPagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../amounts.ts';
import { type Html, html, renderLine } from '../html.ts';
import { cutText } from '../prime/prime-entries.ts';

export interface AtomProblems {
  /** The first of them. */
  readonly problems: readonly AtomProblem[];
  /** Number of all. */
  readonly problemCount: number;
}

/** As in `3 problems in its files`. */
export function countProblems(count: number): string {
  return `${countOf(count, 'problem')} in its files`;
}

/** A section that names each problem; nothing if there are none. */
export function renderAtomProblems(
  { name, version }: { readonly name: string; readonly version: string },
  { problems, problemCount }: AtomProblems,
): Html | false {
  if (problemCount === 0) return false;
  const more = problemCount - problems.length;
  return html`<section aria-labelledby="problems"><h2 id="problems">${countProblems(problemCount)}</h2>
<p class="small faint">What could not be read, or not as it may have been meant. <code>prime lint</code> shows the same to the author.</p>
<ul class="problems">${problems.map(
    ({ severity, path, line, message }) =>
      html`<li><span class="tag${severity === 'error' ? ' yanked' : ' deprecated'}">${severity}</span> <a href="${fileTextPagePath(name, version, path)}${line !== undefined && `#L${line}`}"><code>${path}${line !== undefined && `:${line}`}</code></a> ${renderLine(cutText(message, 600))}</li>`,
  )}</ul>
${more > 0 && html`<p class="small faint">And ${formatNumber(more)} more.</p>`}</section>`;
}
