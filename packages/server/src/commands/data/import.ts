// `prime-registry import <file>`

import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { TarStreamError } from '@prime-registry/archive';
import { escapeControls, formatCount, StatusLine } from '@prime-registry/command-line';
import { ExportError } from '../../actions/maintenance/export-format/read-json-file.ts';
import {
  type ImportSubject,
  importRegistry,
} from '../../actions/maintenance/import-registry/import-registry.ts';
import type { ImportOutcome } from '../../actions/maintenance/import-registry/import-version.ts';
import { createMarkKeeper } from '../../wiring/storage/keep-mark.ts';
import { openBlobStore } from '../../wiring/storage/open-blobs.ts';
import { type Command, settingsNamed } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, withNewStore } from '../open-data.ts';
import { openSecretCheck } from '../open-secret-check.ts';

/** Exit code: some versions or tokens of the export could not be imported. */
const FAULTY = 2;
const CHUNK_BYTES = 256 * 1024;

type Counts = Record<ImportOutcome['kind'], number>;
type AllCounts = Readonly<Record<ImportSubject['kind'], Counts>>;

export const importCommand: Command = {
  settings: [...DATA_AND_BLOB_SETTINGS, ...settingsNamed('secret-scan')],
  options: {
    'with-tokens': {
      type: 'boolean',
      summary: 'Also import tokens, which then give access to this registry',
    },
    'restore-removed': {
      type: 'boolean',
      summary: 'Also import versions that were removed here, if they have the same bytes',
    },
  },
  async run(flags, [file = ''], host) {
    const counts: AllCounts = {
      version: noCounts(),
      token: noCounts(),
      removed: noCounts(),
      lifecycle: noCounts(),
      signer: noCounts(),
    };
    const progress = new StatusLine(host.stderr);
    const input = await openInput(host, file);
    try {
      await withNewStore(host, flags, async (store, settings) => {
        const blobs = await openBlobStore(settings);
        const markKeeper = createMarkKeeper({
          ...{ store, marks: blobs, now: Date.now },
          warn: (_, message) => host.stderr.write(`warning: ${message}\n`),
        });
        await interruptibly('run it again: it skips what was imported', (signal) =>
          importRegistry(
            {
              store: markKeeper.watch(store),
              blobs,
              now: Date.now,
              signal,
              secrets: openSecretCheck(host, store, settings),
              takesTokens: flags['with-tokens'] === true,
              restoresRemoved: flags['restore-removed'] === true,
              onSecrets(name, version, places) {
                progress.clear();
                const where = escapeControls(places.join(', '));
                host.stderr.write(`warning: ${name} ${version} may contain secrets: ${where}\n`);
              },
              onOutcome({ kind, label }, outcome) {
                counts[kind][outcome.kind] += 1;
                if ('message' in outcome) {
                  progress.clear();
                  const subject = kind === 'token' ? `token ${label}` : label;
                  const what = `${subject} is not imported: ${outcome.message}`;
                  host.stderr.write(`${outcome.kind}: ${escapeControls(what)}\n`);
                }
                progress.show(summarize(counts));
              },
            },
            addAbortSignal(signal, input),
          ),
        )
          .then(() => markKeeper.flush())
          .finally(() => blobs.close());
      });
    } catch (error) {
      throw explain(error, file === '-' ? 'standard input' : file);
    } finally {
      input.destroy();
      progress.clear();
      host.stdout.write(`${summarize(counts)}\n`);
    }
    const failed = Object.values(counts).some(
      ({ conflict, damaged, refused }) => conflict + damaged + refused > 0,
    );
    return failed ? FAULTY : 0;
  },
};

async function openInput(host: CommandHost, path: string): Promise<Readable> {
  if (path === '-') return host.stdin;
  try {
    const file = await open(path);
    return file.createReadStream({ highWaterMark: CHUNK_BYTES });
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function noCounts(): Counts {
  return { imported: 0, skipped: 0, withdrawn: 0, conflict: 0, damaged: 0, refused: 0 };
}

function summarize({ version, token, removed, lifecycle, signer }: AllCounts): string {
  const parts = [
    describe(version, 'version', 'yanked'),
    ...(hasAny(token) ? [describe(token, 'token', 'revoked')] : []),
    ...(hasAny(removed) ? [describe(removed, 'removed version', 'removed')] : []),
    ...(hasAny(lifecycle) ? [describe(lifecycle, 'channel, deprecation or new name', 'changed', NAMES)] : []),
    ...(hasAny(signer) ? [describe(signer, 'key or policy of a scope', 'changed', KEYS)] : []),
  ];
  return `Imported ${parts.join('; ')}.`;
}

const KEYS = 'keys and policies of scopes';
const NAMES = 'channels, deprecations and new names';

function describe(counts: Counts, noun: string, withdrawn: string, nouns?: string): string {
  const parts = [
    nouns !== undefined && counts.imported !== 1
      ? `${counts.imported} ${nouns}`
      : formatCount(counts.imported, noun),
    `${counts.skipped} there already`,
    ...(counts.withdrawn > 0 ? [`${counts.withdrawn} ${withdrawn} since`] : []),
    ...(counts.conflict > 0 ? [formatCount(counts.conflict, 'conflict')] : []),
    ...(counts.damaged > 0 ? [`${counts.damaged} damaged`] : []),
    ...(counts.refused > 0 ? [`${counts.refused} refused`] : []),
  ];
  return parts.join(', ');
}

function hasAny(counts: Counts): boolean {
  return Object.values(counts).some((count) => count > 0);
}

function explain(error: unknown, source: string): unknown {
  if (error instanceof TarStreamError || error instanceof ExportError) {
    // After the semicolon the message says what the packer of a Prime can do.
    const [problem] = error.message.split(';');
    return new Error(`${source} is not a complete export: ${problem}. What came before that is imported.`, {
      cause: error,
    });
  }
  return error;
}
