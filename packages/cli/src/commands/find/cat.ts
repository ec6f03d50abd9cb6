// `prime cat`
import type { TextLevel } from '@prime-registry/atoms';
import { type Flags, toPrintableText, valued } from '@prime-registry/command-line';
import { type KnowledgeSource, writeDocument } from '@prime-registry/knowledge';
import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { parseSpecArgument, readLevel } from '../../find/parse-arguments.ts';
import { InstalledKnowledge } from '../../knowledge/installed-knowledge.ts';
import { OFFLINE_OPTION, openInstalledFor } from '../../knowledge/offline-option.ts';
import { openLayeredKnowledge, openRegistryKnowledge } from '../../knowledge/open-knowledge.ts';

/** A Prime as one document. */
export interface CatResult {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** The length of its texts. */
  readonly text: TextLevel;
  /** Estimated tokens of its atoms at that length. */
  readonly tokens: number;
  /** The registry that it was read from, or `installed`. */
  readonly from: string;
  /** Markdown. */
  readonly document: string;
}

export const cat: Command<CatResult> = {
  usage: {
    parameters: ['<name>[@<range>]'],
    asksRegistries: true,
    options: {
      text: valued('<length>', 'Length of the texts: summary, core, which is the default, or full'),
      ...OFFLINE_OPTION,
    },
    details: [
      'What the Prime is and requires, its contents, and its atoms in reading order: each after those that it builds on. A registry has the same document at /-/prime/<name>/<version>.md.',
      'Without a range, prints the installed version, or else the latest one. With a range that the locked version is not in, or with --remote, a registry answers.',
    ],
    examples: ['cat @acme/web-style', 'cat @acme/web-style@1.2.0 --text full > web-style.md'],
  },

  async run(context, flags, [text = '']) {
    const level = readLevel(flags, 'core');
    const spec = parseSpecArgument(text);
    const name = spec.name.full;
    const { signal } = context;
    const source = await openSource(context, flags);
    const prime = await source.findPrime(name, text.includes('@', 1) ? spec.range : undefined, { signal });
    if (prime === undefined)
      throw new CommandError(
        flags.offline === true
          ? `${name} is not installed, and --offline allows no request to a registry`
          : `no registry has ${name}`,
      );
    const { version, sha256, tokens, from } = prime;
    let document = '';
    for await (const piece of writeDocument(source, prime, { level, signal })) document += piece;
    return { name, version, sha256, text: level, tokens: tokens[level], from, document };
  },

  // The end of its last line comes from the caller that prints it.
  view: ({ document }) => toPrintableText(document.replace(/\n$/, '')),
};

async function openSource(context: CommandContext, flags: Flags): Promise<KnowledgeSource> {
  const primes = await openInstalledFor(context, flags);
  if (primes === undefined) return openRegistryKnowledge(context, flags);
  return flags.offline === true ? new InstalledKnowledge(primes) : openLayeredKnowledge(context, flags);
}
