// Writes a bill of materials into a release.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BILLS, type ReleasePart } from '../artifacts/release-parts.ts';
import { writeWhole } from '../artifacts/write-whole.ts';
import { type Bill, describeBill } from './cyclonedx.ts';

/** Where a bill goes. */
export interface BillPlace {
  /** The folder of the release. */
  readonly folder: string;
  readonly part: ReleasePart;
  /** The file name of what the bill is of, without its ending. */
  readonly name: string;
}

/** Writes a bill as `sbom/<part>/<name>.cdx.json`. The folder exists. */
export async function writeBill(bill: Bill, { folder, part, name }: BillPlace): Promise<void> {
  const file = join(folder, BILLS, part, `${name}.cdx.json`);
  await writeWhole(file, (temporary) => writeFileSync(temporary, describeBill(bill)));
}
