// `prime atom`
import { isAtomId } from '@prime-registry/atoms';
import { Deadline, isNotFound, type RegistryClient } from '@prime-registry/client';
import { toPrintable, toPrintableText, UsageError, valued } from '@prime-registry/command-line';
import { type AtomDetails, scopeOf } from '@prime-registry/protocol';
import type { Command } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { findNoted } from '../../find/find-version.ts';
import { readLevel } from '../../find/parse-arguments.ts';
import {
  type AtomPlace,
  type AtomResult,
  findInstalledAtom,
  parseAtomPlace,
} from '../../knowledge/find-installed-atom.ts';
import { OFFLINE_OPTION } from '../../knowledge/offline-option.ts';
import { readWaits } from '../../registries/client-factory.ts';
import { openRegistries } from '../../registries/open-registries.ts';

export const atom: Command<AtomResult> = {
  usage: {
    parameters: ['<id>'],
    asksRegistries: true,
    options: {
      text: valued('<length>', 'Length of the text: summary, core or full, which is the default'),
      in: valued('<name>[@<range>]', 'Read it from this Prime instead of the first one that has it'),
      ...OFFLINE_OPTION,
    },
    details: [
      'Prints the text of the atom, as Markdown, and its edges in both directions. What is installed answers first, in its locked version. For anything else, searches the registries in order for a Prime whose latest version has the atom; a Prime in the scope of the atom comes first.',
      'With a range that the locked version is not in, or with --remote, a registry answers.',
    ],
    examples: [
      'atom @acme/rule-prefer-const',
      'atom @acme/rule-prefer-const --text summary',
      'atom @acme/rule-prefer-const --in @acme/web-style@1.0.0 --json',
    ],
  },

  async run(context, flags, [id = '']) {
    if (!isAtomId(id))
      throw new UsageError(`'${id}' is not the id of an atom; write it as in @acme/rule-prefer-const`);
    const text = readLevel(flags, 'full');
    const place = typeof flags.in === 'string' ? parseAtomPlace(flags.in) : undefined;
    const installed = await findInstalledAtom(context, flags, { id, text, place });
    if (installed !== undefined) return installed;
    if (flags.offline === true) throw absent('no installed Prime', id, place);
    const { signal } = context;
    if (place !== undefined) {
      const { registry, manifest } = await findNoted(context, flags, place.spec);
      const { name: prime, version } = manifest;
      return toResult(registry, await registry.atom(id, { text, prime, version, signal }));
    }
    const registries = await openRegistries(context, flags);
    const pinned = registries.pins.get(scopeOf(id));
    const deadline = new Deadline(readWaits(flags).totalMs);
    for (const registry of pinned === undefined ? registries.ordered : [pinned]) {
      try {
        return toResult(registry, await registry.atom(id, { text, signal, deadline }));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    throw absent('no registry', id, place);
  },

  view({ text = '', edges, edges_in = [], more_edges_in = false, prime, registry, installed }, terminal) {
    const nowhere = installed === true ? ' (not installed)' : ' (not in this registry)';
    const rows = edges.map(({ verb, target, standing, prime: holder }) => {
      const outside = holder === undefined ? '' : toPrintable(` in ${holder.name} ${holder.version}`);
      const place = standing === 'dangling' ? terminal.paint('yellow', nowhere) : outside;
      return `  ${toPrintable(`${verb} ${target}`)}${place}`;
    });
    const rowsIn = edges_in.map(
      ({ verbs, from, prime: { name, version } }) =>
        `  ${toPrintable(`${from} ${verbs.join(', ')}, in ${name} ${version}`)}`,
    );
    return [
      toPrintableText(text),
      '',
      ...(rows.length === 0 ? [] : ['Edges:', ...rows, '']),
      ...(rowsIn.length === 0 ? [] : ['Edges from other Primes:', ...rowsIn]),
      ...(more_edges_in ? [terminal.paint('dim', '  and more')] : []),
      ...(rowsIn.length === 0 ? [] : ['']),
      terminal.paint(
        'dim',
        toPrintable(
          `${prime.name} ${prime.version}${installed === true ? ', installed from' : ' in'} ${registry}`,
        ),
      ),
    ].join('\n');
  },
};

function toResult(registry: RegistryClient, details: AtomDetails): AtomResult {
  return { ...details, registry: registry.baseUrl };
}

function absent(who: string, id: string, place: AtomPlace | undefined): CommandError {
  const inside =
    place === undefined ? '' : ` in ${place.name}${place.wanted === undefined ? '' : `@${place.wanted}`}`;
  return new CommandError(`${who} has the atom ${id}${inside}`, {
    hint: "'prime atoms <name>' lists the atoms of a Prime",
  });
}
