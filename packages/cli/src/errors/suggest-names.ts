// Advice for a Prime that no registry has: names that differ from it by a typing error. Only the registries that were asked for
// the name are asked again, so that no other one learns it, and only for a moment: the command has failed already.
import { Writable } from 'node:stream';
import {
  parsePrimeSpec,
  type RegistryClient,
  RegistryRequestError,
  ResolutionError,
} from '@prime-registry/client';
import type { Flags } from '@prime-registry/command-line';
import { type PrimeName, parsePrimeName } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { readLockfile } from '../install/lockfile/read-lockfile.ts';
import { loadAccess } from '../registries/registry-access.ts';
import { Terminal } from '../terminal/terminal.ts';
import { rankNames } from './rank-names.ts';

export interface FailedCommand {
  readonly context: CommandContext;
  readonly flags: Flags;
  readonly parameters: readonly string[];
}

/** What is missing, and who says so. */
interface Missing {
  readonly name: PrimeName;
  /** Base URLs. */
  readonly registries: readonly string[];
}

/** Registries that do not answer in this time are not waited for. */
const LOOKUP_MS = 3000;
const MAX_SUGGESTIONS = 3;
/** The longest page of a list, and the first results of a search. */
const LIMITS = { list: 1000, search: 20 };

/** A sentence; undefined for another error, without a near name, and if the registries do not answer soon. Never rejects. */
export async function suggestNames(error: unknown, command: FailedCommand): Promise<string | undefined> {
  if (error instanceof RegistryRequestError && error.code === 'version_not_found')
    return pointToVersions(findNamed(command.parameters));
  const missing = findMissing(error, command.parameters);
  if (missing === undefined || command.flags.offline === true) return undefined;
  try {
    const near = rankNames(missing.name, await listNames(missing, command));
    if (near.length === 0) return undefined;
    // It was asked for a version that is not there.
    if (near[0] === missing.name.full) return pointToVersions(missing.name);
    // A name that was locked was right once: whoever has a near one now may have waited for that.
    if ((await readLockfile(command.context.folder))?.has(missing.name.full) === true) return undefined;
    return `did you mean ${near.slice(0, MAX_SUGGESTIONS).join(' or ')}?`;
  } catch {
    // The first error is what counts.
    return undefined;
  }
}

function findMissing(error: unknown, parameters: readonly string[]): Missing | undefined {
  if (error instanceof ResolutionError && error.reason === 'not-found') {
    const name = parsePrimeName(error.primeName);
    return name.ok ? { name: name.value, registries: error.registries } : undefined;
  }
  if (!(error instanceof RegistryRequestError) || error.code !== 'prime_not_found') return undefined;
  const name = findNamed(parameters);
  return name && { name, registries: [error.registry] };
}

/** The first name on the command line. */
function findNamed(parameters: readonly string[]): PrimeName | undefined {
  const named = parameters.map((parameter) => parsePrimeSpec(parameter)).find((spec) => spec.ok);
  return named?.ok === true ? named.value.name : undefined;
}

function pointToVersions(name: PrimeName | undefined): string | undefined {
  return name && `'prime versions ${name.full}' lists its versions`;
}

/** Names like the missing one that an install would take from the registry that has them. */
async function listNames(
  { name, registries }: Missing,
  { context, flags }: FailedCommand,
): Promise<string[]> {
  const { settings, clientFor } = await loadAccess(
    { ...context, terminal: silence(context.terminal) },
    flags,
  );
  const end = AbortSignal.any([context.signal, AbortSignal.timeout(LOOKUP_MS)]);
  const answers = await Promise.all(registries.map((registry) => ask(clientFor(registry), name, end)));
  return answers.flatMap((names, index) =>
    names.filter((found) => {
      const parsed = parsePrimeName(found);
      const pin = parsed.ok ? settings.pins.get(parsed.value.scope) : undefined;
      return pin === undefined || pin.registry === registries[index];
    }),
  );
}

/**
 * What its search finds for the short name, and the Primes of the scope. Both are beyond the contract, and stay in the
 * registry: a mirror hands a search of the contract on to its upstreams, also for a name of its own.
 */
async function ask(
  registry: RegistryClient,
  { scope, shortName }: PrimeName,
  signal: AbortSignal,
): Promise<string[]> {
  const [found, listed] = await Promise.allSettled([
    registry.searchInside(shortName, { limit: LIMITS.search, signal }),
    registry.primes({ scope, limit: LIMITS.list, signal }),
  ]);
  return [
    ...(found.status === 'fulfilled' ? found.value.results : []),
    ...(listed.status === 'fulfilled' ? listed.value.primes : []),
  ].map((prime) => prime.name);
}

/** A terminal that shows nothing: the command has shown its warnings about settings already. */
function silence({ streams }: Terminal): Terminal {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return new Terminal({ ...streams, stderr: nowhere });
}
