// `prime-registry remove <@scope/name@version>`
import { UsageError, valued } from '@prime-registry/command-line';
import {
  formatTimestamp,
  MAX_LIFECYCLE_TEXT_LENGTH,
  type PrimeName,
  parsePrimeName,
  parseVersion,
  REMOVAL_CATEGORIES,
  type RemovalCategory,
  type Version,
} from '@prime-registry/protocol';
import { eraseWords } from '../../actions/lifecycle/finish-removals.ts';
import { findTextProblem } from '../../actions/lifecycle/public-text.ts';
import { removeWithBlob } from '../../actions/lifecycle/remove-version.ts';
import { versionNotFound } from '../../actions/not-found.ts';
import { operatorActs } from '../../actions/tokens/act.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import type { Command } from '../command.ts';
import { DATA_AND_BLOB_SETTINGS, withExistingStore } from '../open-data.ts';
import { openSecretCheck } from '../open-secret-check.ts';
import { printLine } from '../output.ts';
import { readParsed } from '../read-options.ts';

/** Versions with the same tarball that are shown. */
const SHOWN = 20;

export const removeCommand: Command = {
  settings: DATA_AND_BLOB_SETTINGS,
  options: {
    category: valued(
      '<word>',
      `Why: ${REMOVAL_CATEGORIES.join(', ')}; for law, reads are answered with 451 instead of 410`,
    ),
    reason: valued('<text>', 'More about it; everybody can read it'),
  },
  async run(flags, [text = ''], host) {
    const { name, version } = readTarget(text);
    const category = readCategory(flags.category);
    const given = flags.reason === undefined ? '' : String(flags.reason);
    const reason = given.trim() === '' ? undefined : given;
    const label = `${name.full} ${version.full}`;
    const tombstone = await withExistingStore(host, flags, async (store, settings) => {
      const secrets = openSecretCheck(host, store, settings);
      const holdsToken = (given: string): boolean => secrets.findIn(given).length > 0;
      const problem = reason && findTextProblem(reason, MAX_LIFECYCLE_TEXT_LENGTH, holdsToken);
      if (problem !== undefined && problem !== '') throw new UsageError(`--reason: the text ${problem}`);
      const nowMs = Date.now();
      const order = { name: name.full, version, category, reason, removedAtMs: nowMs };
      const removal = { ...order, act: operatorActs('remove', nowMs) };
      const removed = await withBlobInventory(settings, (inventory) =>
        removeWithBlob({ store, inventory, now: Date.now }, removal),
      );
      if (removed === undefined) throw await versionNotFound(store, name, version);
      // A failure is not one of the removal: a server does it later.
      await eraseWords({ store }, new AbortController().signal).catch(() => undefined);
      const others = await store.listVersionsOfBlob(removed.sha256);
      return { ...removed, isNew: removed.removedAtMs === nowMs, others };
    });
    const { category: known, removedAtMs, isNew, others } = tombstone;
    const isShared = others.length > 0;
    await printLine(
      host,
      isNew
        ? `Removed ${label} (${known}): its ${isShared ? '' : 'bytes, '}atoms and README. Backups, exports and installed copies still have them.`
        : `${label} was removed before (${known}, ${formatTimestamp(removedAtMs)})${isShared ? '' : '; nothing is left of it'}.`,
    );
    if (isShared) {
      const targets = others.slice(0, SHOWN).map(({ name, version }) => `${name}@${version}`);
      const more = others.length > SHOWN ? `, and ${others.length - SHOWN} more` : '';
      await printLine(
        host,
        `Its tarball is still served, because it is also that of ${targets.join(', ')}${more}: remove what must not be there, too.`,
      );
    }
    return 0;
  },
};

function readTarget(text: string): { readonly name: PrimeName; readonly version: Version } {
  const at = text.lastIndexOf('@');
  if (at <= 0)
    throw new UsageError(
      `'${text}' names no version; write the Prime and its exact version, as in @acme/web-style@1.4.0`,
    );
  return {
    name: readParsed(parsePrimeName(text.slice(0, at))),
    version: readParsed(parseVersion(text.slice(at + 1))),
  };
}

function readCategory(value: unknown): RemovalCategory {
  const category = REMOVAL_CATEGORIES.find((known) => known === value);
  if (category !== undefined) return category;
  const problem = value === undefined ? 'is missing' : `'${String(value)}' is none`;
  throw new UsageError(`--category: ${problem}; use one of ${REMOVAL_CATEGORIES.join(', ')}`);
}
