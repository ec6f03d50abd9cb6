// `prime init`
import { join, resolve } from 'node:path';
import { flag, formatColumns, valued } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { askDraft } from '../../init/ask-draft.ts';
import { ATOMS_FOLDER, renderScaffold } from '../../init/scaffold.ts';
import { exists, requireNoPrime, type Written, writeScaffold } from '../../init/write-scaffold.ts';
import { noteFallback } from '../../registries/offer-fallback.ts';

/** The new Prime. */
export interface InitResult extends Written {
  readonly name: string;
  readonly version: string;
  /** Its folder, absolute. */
  readonly folder: string;
}

export const init: Command<InitResult> = {
  usage: {
    parameters: ['[<folder>]'],
    options: {
      name: valued('<@scope/name>', 'Its name'),
      version: valued('<version>', 'Its version, 0.1.0 by default'),
      description: valued('<text>', 'What it is about'),
      license: valued('<id>', 'Its license on spdx.org, Apache-2.0 by default'),
      yes: flag('Ask no questions; needs --name and --description', 'y'),
    },
    details: [
      'Asks for the options that are not given. Works in the current folder, or creates the given one. Existing files stay as they are; if there is a pack.yaml already, nothing is changed.',
    ],
    examples: [
      'init',
      'init web-style',
      'init --yes --name @acme/web-style --description "Rules for web pages"',
    ],
  },

  async run(context, flags, parameters) {
    const folder = resolve(context.folder, parameters[0] ?? '.');
    await requireNoPrime(folder);
    const draft = await askDraft({ ...context, primeFolder: folder }, flags);
    const hasAtoms = await exists(join(folder, ATOMS_FOLDER));
    const { created, kept } = await writeScaffold(folder, renderScaffold(draft, hasAtoms));
    await noteFallback(context, draft.name.scope);
    return {
      name: draft.name.full,
      version: draft.version,
      folder,
      created,
      kept: hasAtoms ? [...kept, `${ATOMS_FOLDER}/`] : kept,
    };
  },

  view({ name, version, folder, created, kept }, terminal) {
    const rows = [
      ...created.map((path) => [terminal.paint('green', 'created'), path]),
      ...kept.map((path) => ['kept', path]),
    ];
    const next = [
      ['prime pack --dry-run', 'checks it and lists the files that would be packed'],
      ['prime publish', 'publishes it'],
    ];
    return [
      `Created ${terminal.paint('bold', `${name} ${version}`)} in ${folder}`,
      formatColumns(rows),
      `Once your atoms are written, run there:\n${formatColumns(next)}`,
    ].join('\n\n');
  },
};
