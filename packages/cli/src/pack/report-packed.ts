// What the author of a Prime should know of it besides the result.

import type { AtomProblem } from '@prime-registry/atoms';
import { formatCount, toPrintable } from '@prime-registry/command-line';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedTarball } from './check-tarball.ts';
import type { PackedFolder } from './pack-folder.ts';

/** Most names in a note; --verbose has them all. */
const SHOWN_NAMES = 5;

/** Most problems of atoms that are shown; --verbose has as many as a registry keeps. */
const SHOWN_PROBLEMS = 20;

/** Tells what was left out, secrets before all, and what is odd though no registry minds. */
export function reportPacked(packed: CheckedTarball & Partial<PackedFolder>, terminal: Terminal): void {
  const { leftOut = [], secrets = [], warnings, inventory } = packed;
  for (const path of leftOut) terminal.detail(`left out: ${toPrintable(path)}`);
  if (secrets.length > 0) {
    const names = secrets.toSorted().slice(0, SHOWN_NAMES).map(toPrintable).join(', ');
    const hidden = secrets.length - SHOWN_NAMES;
    const more = hidden > 0 ? ` and ${hidden} more (--verbose lists them)` : '';
    terminal.note(`left out, since it may hold secrets: ${names}${more}`);
  }
  for (const warning of warnings) terminal.warn(warning);
  if (inventory !== undefined) reportProblems(inventory, terminal);
}

/** Tells what is wrong with the atoms, as compilers do: file, line and column in front. */
export function reportProblems(
  { problems, problemCount }: { readonly problems: readonly AtomProblem[]; readonly problemCount: number },
  terminal: Terminal,
): void {
  const shown = terminal.isVerbose ? problems : problems.slice(0, SHOWN_PROBLEMS);
  for (const { path, line, column, message } of shown) {
    const place = [path, line, column].filter((part) => part !== undefined).join(':');
    terminal.warn(toPrintable(`${place}: ${message}`));
  }
  const left = problemCount - shown.length;
  if (left > 0) {
    const how = terminal.isVerbose ? '' : ' (--verbose lists more)';
    terminal.warn(`and ${formatCount(left, 'more problem')} of atoms${how}`);
  }
}
