// `prime-registry import <file>`

import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { TarStreamError } from '@prime-registry/archive';
import { escapeControls, flag, StatusLine } from '@prime-registry/command-line';
import { ExportError } from '../../actions/maintenance/export-format/read-export-file.ts';
import { importRegistry } from '../../actions/maintenance/import-registry/import-registry.ts';
import { createMarkKeeper } from '../../wiring/storage/keep-mark.ts';
import { openBlobStore } from '../../wiring/storage/open-blobs.ts';
import { type Command, settingsNamed } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, withNewStore } from '../open-data.ts';
import { openSecretCheck } from '../open-secret-check.ts';
import { type AllCounts, noCounts, summarize } from './import-report.ts';

/** Exit code: some versions or tokens of the export could not be imported. */
const FAULTY = 2;
const CHUNK_BYTES = 256 * 1024;

export const importCommand: Command = {
  settings: [...DATA_AND_BLOB_SETTINGS, ...settingsNamed('secret-scan')],
  options: {
    'with-tokens': flag('Also import tokens, which then give access to this registry'),
    'restore-removed': flag('Also import versions that were removed here, if they have the same bytes'),
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
