// What the author of a Prime should know of it besides the result.
import { toPrintable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedTarball } from './check-tarball.ts';
import type { PackedFolder } from './pack-folder.ts';

/** Most names in a note; --verbose has them all. */
const SHOWN_NAMES = 5;

/** Tells what was left out, secrets before all, and what is odd though no registry minds. */
export function reportPacked(packed: CheckedTarball & Partial<PackedFolder>, terminal: Terminal): void {
  const { leftOut = [], secrets = [], warnings } = packed;
  for (const path of leftOut) terminal.detail(`left out: ${toPrintable(path)}`);
  if (secrets.length > 0) {
    const names = secrets.toSorted().slice(0, SHOWN_NAMES).map(toPrintable).join(', ');
    const hidden = secrets.length - SHOWN_NAMES;
    const more = hidden > 0 ? ` and ${hidden} more (--verbose lists them)` : '';
    terminal.note(`left out, since it may hold secrets: ${names}${more}`);
  }
  for (const warning of warnings) terminal.warn(warning);
}
