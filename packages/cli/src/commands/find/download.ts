// `prime download`
import { resolve } from 'node:path';
import { type Flags, flag, formatSize, toPrintable, UsageError, valued } from '@prime-registry/command-line';
import { getValue, type PrimeName, parseVersion } from '@prime-registry/protocol';
import type { Command, CommandContext } from '../../command.ts';
import { findVersion } from '../../find/find-version.ts';
import { parseSpecArgument } from '../../find/parse-arguments.ts';
import { saveToFile, saveToStream } from '../../find/save-tarball.ts';
import { makeTarballSource } from '../../find/tarball-source.ts';
import { listNotices, showNotices } from '../../install/version-news.ts';
import { tarballFileName } from '../../pack/output-path.ts';
import { openRegistries } from '../../registries/open-registries.ts';

export interface DownloadResult {
  readonly name: string;
  readonly version: string;
  readonly registry: string;
  readonly sha256: string;
  readonly size_bytes: number;
  /** Absolute path of the file; `-` for standard output. */
  readonly path: string;
}

const STANDARD_OUTPUT = '-';

export const download: Command<DownloadResult> = {
  usage: {
    parameters: ['<name>[@<range>]'],
    asksRegistries: true,
    options: {
      out: valued(
        '<file>',
        "Write to this file instead of <scope>-<name>-<version>.tar.gz; '-' is standard output",
      ),
      force: flag('Overwrite an existing file with other contents'),
    },
    details: [
      'The file appears when it is complete and has the digest in the manifest. A yanked version is downloaded only if its version is given exactly.',
    ],
    examples: ['download @acme/web-style', 'download @acme/web-style@1.2.0 --out - | tar -tz'],
  },

  async run(context, flags, [text = '']) {
    const spec = parseSpecArgument(text);
    requireOutput(context, flags);
    const found = await findVersion(await openRegistries(context, flags), spec, context.signal);
    const { name, version, sha256, yanked } = found.manifest;
    if (yanked) context.terminal.warn(`${toPrintable(`${name} ${version}`)} is yanked`);
    const { notes, manifest } = found;
    showNotices(listNotices(spec.name.full, { manifest, ...(notes && { notes }) }), context.terminal);
    const source = makeTarballSource(context, found);
    const registry = found.registry.baseUrl;
    if (flags.out === STANDARD_OUTPUT) {
      const sizeBytes = await saveToStream(source, context.terminal.streams.stdout, context.signal);
      return { name, version, registry, sha256, size_bytes: sizeBytes, path: STANDARD_OUTPUT };
    }
    const path = resolve(
      context.folder,
      typeof flags.out === 'string' ? flags.out : fileNameFor(spec.name, version),
    );
    const sizeBytes = await saveToFile(source, path, { mayOverwrite: flags.force === true });
    return { name, version, registry, sha256, size_bytes: sizeBytes, path };
  },

  view({ name, version, size_bytes: sizeBytes, path }) {
    if (path === STANDARD_OUTPUT) return '';
    return toPrintable(`${path}: ${name} ${version}, ${formatSize(sizeBytes)}, verified`);
  },
};

/** Checks `--out` before the first request. @throws UsageError */
function requireOutput({ terminal }: CommandContext, { out, json }: Flags): void {
  if (out === '') throw new UsageError('--out is empty; name a file');
  if (out !== STANDARD_OUTPUT) return;
  if (json === true)
    throw new UsageError('--json and --out - both write to standard output; leave one of them out');
  if (terminal.streams.stdout.isTTY === true) {
    throw new UsageError('a tarball cannot be shown on a terminal; pipe it, or name a file with --out');
  }
}

function fileNameFor(name: PrimeName, version: string): string {
  return tarballFileName({ name, version: getValue(parseVersion(version)) });
}
