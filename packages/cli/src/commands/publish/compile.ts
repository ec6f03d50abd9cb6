// `prime compile`
import { join, resolve } from 'node:path';
import { flag, formatCount } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { type CompiledChanges, compareFiles, isSameText } from '../../compile/compare-compiled.ts';
import { compilePrime } from '../../compile/compile-prime.ts';
import {
  findCompiledFolder,
  isOwn,
  readCompiledFolder,
  replaceCompiledFolder,
} from '../../compile/compiled-folder.ts';
import { ValidationError } from '../../errors/validation-error.ts';
import { DONE, INVALID } from '../../exit-code.ts';
import { listPrime } from '../../pack/list-prime.ts';
import { readManifest } from '../../pack/read-manifest.ts';
import { reportProblems } from '../../pack/report-packed.ts';

/** A compiled Prime; without changes if nothing was written. */
export interface CompileResult extends CompiledChanges {
  /** The folder of the compiled form, absolute. */
  readonly folder: string;
  /** The number of atoms. */
  readonly atoms: number;
  /** Whether the folder was, or with `--check` is, that of the sources. */
  readonly up_to_date: boolean;
  /** Set with `--check`: nothing was written. */
  readonly checked?: true;
}

export const compile: Command<CompileResult> = {
  usage: {
    parameters: ['[<folder>]'],
    options: {
      check: flag('Write nothing; exit with 2 if the compiled form is not up to date'),
      force: flag('Replace a compiled form that another compiler has made'),
    },
    details: [
      'Reads the .prime files below primes/ and replaces the folder compiled/: an index of all atoms, and for each atom its facts, its edges and its text at three lengths. The same sources always give the same files.',
      "A Prime needs no compiled form: registries make the texts from the sources. If it has one, 'prime pack' and 'prime publish' require that it is that of the sources.",
    ],
    examples: ['compile', 'compile my-prime', 'compile --check'],
  },

  async run({ folder: current, terminal }, flags, parameters) {
    const folder = resolve(current, parameters[0] ?? '.');
    const { bytes } = await readManifest(folder);
    const { entries } = await listPrime(folder, { manifestBytes: bytes });
    const place = await findCompiledFolder(folder);
    const target = join(folder, place);
    const before = await readCompiledFolder(target);
    const { files, inventory } = await compilePrime(entries, place);
    reportProblems(inventory, terminal);
    const changes = compareFiles(before, files);
    const isSame = isSameText(before, files);
    const result = { folder: target, atoms: inventory.atoms.length, ...changes, up_to_date: isSame };
    if (flags.check === true) return { ...result, checked: true };
    if (isSame) return result;
    if (!isOwn(before) && flags.force !== true) {
      throw new ValidationError(
        `${target} was made by another compiler, and has data that prime cannot make`,
        [],
        {
          hint: 'compile it again with that one, or replace it with --force',
        },
      );
    }
    await replaceCompiledFolder(target, files);
    return result;
  },

  view({ folder, atoms, added, changed, removed, up_to_date, checked }) {
    const count = formatCount(atoms, 'atom');
    if (up_to_date) return `${count} in ${folder}, up to date.`;
    const rows = [
      ...added.map((id) => `+ ${id}`),
      ...changed.map((id) => `~ ${id}`),
      ...removed.map((id) => `- ${id}`),
    ].slice(0, SHOWN_ATOMS);
    const hidden = added.length + changed.length + removed.length - rows.length;
    const more = hidden > 0 ? [`and ${hidden} more`] : [];
    const done =
      checked === true
        ? `${folder} is not up to date; run 'prime compile'.`
        : `${count} compiled into ${folder}: ${added.length} added, ${changed.length} changed, ${removed.length} removed.`;
    return [...rows, ...more, done].join('\n');
  },

  exitCode: ({ checked, up_to_date }) => (checked === true && !up_to_date ? INVALID : DONE),
};

/** Maximum number of atoms that are shown; --json has all of them. */
const SHOWN_ATOMS = 20;
