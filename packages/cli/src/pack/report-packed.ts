// Notes and warnings about a packed Prime, for its author.

import type { AtomProblem } from '@prime-registry/atoms';
import { formatCount, toPrintable } from '@prime-registry/command-line';
import { findExceeded, REGISTRY_LIMITS } from '../publish/registry-limits.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { warnAt } from '../terminal/warn-at.ts';
import type { CheckedTarball } from './check-tarball.ts';
import type { PackedFolder } from './pack-folder.ts';

/** Maximum number of names in a note; --verbose has all of them. */
const SHOWN_NAMES = 5;

/** Maximum number of atom problems that are shown; --verbose shows as many as a registry keeps. */
const SHOWN_PROBLEMS = 20;

/**
 * Reports files that were left out, above all possible secrets, and warnings that no registry refuses.
 * @param folder - of the Prime, for annotations
 */
export function reportPacked(
  packed: CheckedTarball & Partial<PackedFolder>,
  terminal: Terminal,
  folder?: string,
): void {
  const { leftOut = [], secrets = [], warnings, inventory } = packed;
  for (const path of leftOut) terminal.detail(`left out: ${toPrintable(path)}`);
  if (secrets.length > 0) {
    const how = `to pack one, write '!${toPrintable(secrets.toSorted()[0] ?? '')}' into .primeignore`;
    terminal.note(`left out, because it may contain secrets: ${listSome(secrets)}; ${how}`);
  }
  reportRules(packed, terminal);
  for (const warning of warnings) terminal.warn(warning);
  if (inventory !== undefined) reportProblems(inventory, terminal, folder);
}

/** Reports what the rules of git and the data of registries mean for the Prime, where that may surprise. */
function reportRules(
  { registryData = [], ignoredAtoms = [], unignored = [] }: Partial<PackedFolder>,
  terminal: Terminal,
): void {
  if (registryData.length > 0) {
    terminal.note(`left out, because it has the data of a registry: ${listSome(registryData)}`);
  }
  if (ignoredAtoms.length > 0) {
    const how = `to pack it, write '!${toPrintable(ignoredAtoms.toSorted()[0] ?? '')}' into .primeignore`;
    terminal.note(`left out, because git ignores it: ${listSome(ignoredAtoms)}; ${how}`);
  }
  if (unignored.length > 0) {
    const how = "if that is right, write '!' and its name into .primeignore";
    terminal.note(`packed, although git ignores it: ${listSome(unignored)}; ${how}`);
  }
}

function listSome(paths: readonly string[]): string {
  const names = paths.toSorted().slice(0, SHOWN_NAMES).map(toPrintable).join(', ');
  const hidden = paths.length - SHOWN_NAMES;
  return hidden > 0 ? `${names} and ${hidden} more (--verbose lists them)` : names;
}

/** Warns of sizes that a registry with default limits refuses, if those of the registry are not known. */
export function warnOfLimits(tarball: CheckedTarball, terminal: Terminal): void {
  const defaults = { limits: REGISTRY_LIMITS, of: 'a registry with default limits' };
  for (const { field, message } of findExceeded(tarball, defaults)) terminal.warn(`the ${field} ${message}`);
}

/** Reports the problems of atoms as compilers do: file, line and column first. */
export function reportProblems(
  { problems, problemCount }: { readonly problems: readonly AtomProblem[]; readonly problemCount: number },
  terminal: Terminal,
  folder?: string,
): void {
  const shown = terminal.isVerbose ? problems : problems.slice(0, SHOWN_PROBLEMS);
  for (const problem of shown) warnAt(terminal, folder, problem);
  const left = problemCount - shown.length;
  if (left > 0) {
    const how = terminal.isVerbose ? '' : ' (--verbose lists more)';
    terminal.warn(`and ${formatCount(left, 'more problem')} of atoms${how}`);
  }
}
