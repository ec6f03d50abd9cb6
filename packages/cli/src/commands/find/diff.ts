// `prime diff`
import { resolve } from 'node:path';
import { accept, type Flags, flag, toPrintable, UsageError } from '@prime-registry/command-line';
import { type AtomDiff, parseVersion } from '@prime-registry/protocol';
import { SECRET_RULE_IDS } from '@prime-registry/secret-scan';
import { compareFolder } from '../../atoms/compare-folder.ts';
import { diffPublishedTexts, type TextChange } from '../../atoms/diff-texts.ts';
import { FileDigests } from '../../atoms/file-digests.ts';
import { showChanges } from '../../atoms/show-diff.ts';
import type { Command } from '../../command.ts';
import { DONE, FAILED } from '../../exit-code.ts';
import { parseNameArgument } from '../../find/parse-arguments.ts';
import { findNameFlag, NAME_OPTION } from '../../pack/name-flag.ts';
import { packPrime } from '../../pack/pack-folder.ts';
import { reportPacked } from '../../pack/report-packed.ts';
import { openRegistries } from '../../registries/open-registries.ts';

/** The changes, and the registry of the versions. */
export interface DiffResult extends AtomDiff {
  readonly registry: string;
  /** The changed texts of atoms; of two published versions, those of the first changed atoms. */
  readonly texts: readonly TextChange[];
}

/** The results whose exit code says whether the version step is large enough. */
const judged = new WeakSet<DiffResult>();

export const diff: Command<DiffResult> = {
  usage: {
    parameters: ['[<name>|<folder>]', '[<from>...<to>]'],
    asksRegistries: true,
    options: {
      name: NAME_OPTION,
      'exit-code': flag('Exit with 1 if the version step is too small for the changes'),
    },
    details: [
      'With a name, compares two published versions. Otherwise compares the current folder, or the given one, with what is published: with the version in its pack.yaml, or, if that is not published yet, with the one before it, as a registry does at a publish.',
      'Removed atoms, and edge verbs that are no longer used, require a major version; new atoms and edges a minor one; edits a patch. Below 1.0.0, each is one place lower.',
    ],
    examples: [
      'diff',
      'diff my-prime',
      'diff --exit-code',
      'diff @acme/web-style 1.0.0...1.1.0',
      'diff @acme/web-style 1.0.0...1.1.0 --json',
    ],
  },

  async run(context, flags, parameters) {
    const { signal } = context;
    const [first = '.', range] = parameters;
    if (first.startsWith('@')) {
      const name = parseNameArgument(first);
      if (findNameFlag(flags) !== undefined) throw new UsageError('--name is for folders');
      const [from, to] = parseVersions(range, name.full);
      const { resolver } = await openRegistries(context, flags);
      const { registry } = await resolver.listVersions(name.full, { includeYanked: true, signal });
      const diff = await registry.diff(name.full, from, to, { signal });
      const texts = await diffPublishedTexts(registry, diff, signal);
      return judge({ ...diff, registry: registry.baseUrl, texts }, flags);
    }
    if (range !== undefined)
      throw new UsageError(`a folder is compared with what is published; leave '${range}' out`);
    const folder = resolve(context.folder, first);
    const { targetFor } = await openRegistries(context, flags);
    const digests = new FileDigests();
    // Nothing leaves this machine.
    const allowedSecrets = new Set(SECRET_RULE_IDS);
    const packed = await packPrime({ folder, name: findNameFlag(flags), digests, allowedSecrets, signal });
    reportPacked(packed, context.terminal);
    const registry = targetFor(packed.manifest.name.scope);
    const { diff, texts } = await compareFolder(context, registry, { ...packed, digests: digests.files });
    return judge({ ...diff, registry: registry.baseUrl, texts }, flags);
  },

  view(result, terminal) {
    const { name, from, to } = result;
    const title = terminal.paint('bold', toPrintable(`${name} ${from}...${to}`));
    return `${title}\n${showChanges(result, terminal)}`;
  },

  exitCode: (result) => (judged.has(result) && !result.rule.respected ? FAILED : DONE),
};

function judge(result: DiffResult, flags: Flags): DiffResult {
  if (flags['exit-code'] === true) judged.add(result);
  return result;
}

/** `1.0.0...1.1.0`. @throws UsageError */
function parseVersions(range: string | undefined, name: string): [from: string, to: string] {
  const versions = range?.split('...') ?? [];
  const [from, to] = versions;
  if (from === undefined || to === undefined || versions.length > 2) {
    throw new UsageError(`name two versions, as in 'prime diff ${name} 1.0.0...1.1.0'`);
  }
  for (const version of [from, to]) accept(parseVersion(version));
  return [from, to];
}
