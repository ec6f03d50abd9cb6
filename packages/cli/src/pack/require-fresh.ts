// Refuses a Prime whose compiled form was made from other sources: agents read the compiled texts, and people the
// sources.
import type { AtomProblem } from '@prime-registry/atoms';
import { type Flags, flag, formatCount } from '@prime-registry/command-line';
import type { FieldProblem } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import type { CheckedTarball } from './check-tarball.ts';

/** The option of `pack` and `publish` with which an author insists. */
export const ALLOW_STALE_OPTION = flag('Pack a compiled form that does not match the sources');

/** Most places in an error. */
const MAX_SHOWN = 20;

/** Whether the author insists. */
export function allowsStale(flags: Flags): boolean {
  return flags['allow-stale'] === true;
}

/** @throws ValidationError with the places */
export function requireFresh({ inventory }: CheckedTarball, place: string): void {
  const stale = inventory?.stale;
  if (stale === undefined) return;
  // A source that cannot be read is a reason why its compiled atom has none.
  const errors = (inventory?.problems ?? []).filter(({ severity }) => severity === 'error');
  const problems = [...errors, ...stale.places].slice(0, MAX_SHOWN).map(toProblem);
  const hidden = stale.count + errors.length - problems.length;
  if (hidden > 0) problems.push({ field: '…', message: `and ${formatCount(hidden, 'more place')}` });
  throw new ValidationError(`the compiled form in ${place} does not match its sources`, problems, {
    hint: "run 'prime compile', or the compiler that made it; to pack it as it is, give --allow-stale",
  });
}

function toProblem({ path, message, line, column }: Omit<AtomProblem, 'severity'>): FieldProblem {
  const place = line === undefined ? {} : { line, ...(column !== undefined && { column }) };
  return { field: path, message: message.replace(/; compile the sources again$/, ''), ...place };
}
