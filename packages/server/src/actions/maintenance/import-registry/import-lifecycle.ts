// Imports removed versions, channels, deprecations and new names, after the versions of the export. What is newer here
// stays; nothing is taken back.
import { MAX_CHANNELS, MAX_DEPRECATIONS, MAX_LIFECYCLE_TEXT_LENGTH } from '@prime-registry/protocol';
import type { Act, LifecycleRecord, RegistryStore } from '@prime-registry/store';
import { findTextProblem } from '../../lifecycle/public-text.ts';
import type { SecretCheck } from '../../secrets/secret-check.ts';
import type { ImportOutcome } from './import-outcome.ts';
import type { ImportedLifecycle } from './read-lifecycle-records.ts';

export interface ImportLifecycleDeps {
  readonly store: RegistryStore;
  readonly secrets: Pick<SecretCheck, 'findIn'>;
}

/** The outcome for one of them; the label says which, as in `@acme/web-style, channel beta`. */
export type TellLifecycle = (label: string, outcome: ImportOutcome) => void;

/** Imports what happened to a Prime. */
export async function importLifecycle(
  deps: ImportLifecycleDeps,
  imported: ImportedLifecycle,
  act: Act,
  tell: TellLifecycle,
): Promise<void> {
  const { store } = deps;
  const { full: name } = imported.name;
  const { origin } = await store.findStanding(name);
  const here = await store.findLifecycle(name);
  const obstacle =
    origin === undefined
      ? (await store.hasPrime(name)) || here !== undefined
        ? undefined
        : `${name} is not here`
      : `${name} came from another registry here, ${origin}`;
  const { channels, deprecations } = here ?? NOTHING;
  const room = {
    channels: MAX_CHANNELS - channels.length,
    deprecations: MAX_DEPRECATIONS - deprecations.length,
  };
  const given: Given = { deps, name, here: here ?? NOTHING, room, act };
  const outcomeOf = async (work: () => Promise<ImportOutcome>): Promise<ImportOutcome> =>
    obstacle === undefined ? work() : { kind: 'conflict', message: obstacle };
  for (const each of imported.deprecations)
    tell(`${name}, deprecation of ${each.range}`, await outcomeOf(() => importDeprecation(given, each)));
  for (const each of imported.channels)
    tell(`${name}, channel ${each.channel}`, await outcomeOf(() => importChannel(given, each)));
  const { movedTo } = imported;
  if (movedTo !== undefined)
    tell(`${name}, new name ${movedTo.full}`, await outcomeOf(() => importMove(given, movedTo.full)));
}

interface Given {
  readonly deps: ImportLifecycleDeps;
  readonly name: string;
  readonly here: LifecycleRecord;
  /** How many more there may be. */
  readonly room: { channels: number; deprecations: number };
  readonly act: Act;
}

const NOTHING: LifecycleRecord = { channels: [], deprecations: [], movedTo: undefined, removed: [] };

async function importDeprecation(
  { deps: { store, secrets }, name, here, room, act }: Given,
  { setAtMs, ...deprecation }: ImportedLifecycle['deprecations'][number],
): Promise<ImportOutcome> {
  const known = here.deprecations.find(({ range }) => range === deprecation.range);
  if (known !== undefined && known.setAtMs >= setAtMs) return { kind: 'skipped' };
  if (known === undefined && room.deprecations <= 0)
    return { kind: 'conflict', message: `there are ${MAX_DEPRECATIONS} deprecations here already` };
  const problem = findPublicProblem(secrets, deprecation.message);
  if (problem !== undefined) return { kind: 'refused', message: `its message ${problem}` };
  await store.setDeprecation({ name, atMs: setAtMs, act }, deprecation);
  if (known === undefined) room.deprecations -= 1;
  return { kind: 'imported' };
}

async function importChannel(
  { deps: { store }, name, here, room, act }: Given,
  { channel, version, setAtMs }: ImportedLifecycle['channels'][number],
): Promise<ImportOutcome> {
  const known = here.channels.find((each) => each.channel === channel);
  if (known !== undefined && known.setAtMs >= setAtMs) return { kind: 'skipped' };
  if (known === undefined && room.channels <= 0)
    return { kind: 'conflict', message: `there are ${MAX_CHANNELS} channels here already` };
  const isSet = await store.setChannel({ name, atMs: setAtMs, act }, channel, version);
  if (!isSet) return { kind: 'conflict', message: `the version that it names, ${version.full}, is not here` };
  if (known === undefined) room.channels -= 1;
  return { kind: 'imported' };
}

async function importMove({ deps: { store }, name, here, act }: Given, to: string): Promise<ImportOutcome> {
  if (here.movedTo === to) return { kind: 'skipped' };
  if (here.movedTo !== undefined)
    return { kind: 'conflict', message: `it has moved to ${here.movedTo} here` };
  if (to === name || !(await store.hasPrime(to)) || (await store.findStanding(to)).origin !== undefined)
    return { kind: 'conflict', message: `${to} is no other Prime of this registry` };
  const further = (await store.findLifecycle(to))?.movedTo;
  if (further !== undefined)
    return { kind: 'conflict', message: `${to} has itself moved here, to ${further}` };
  await store.movePrime({ name, atMs: act.atMs, act }, to);
  return { kind: 'imported' };
}

/** What is wrong with a text that everybody can read; undefined if nothing is. */
export function findPublicProblem(secrets: Pick<SecretCheck, 'findIn'>, text: string): string | undefined {
  return text.trim() === ''
    ? 'is empty'
    : findTextProblem(text, MAX_LIFECYCLE_TEXT_LENGTH, (given) => secrets.findIn(given).length > 0);
}
