// Two registries that witness each other, if their program can: each cosigns the log of the other one.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '@prime-registry/testkit';
import { mustGet } from './read-answers.ts';
import type { RecordedWitnesses } from './recording.ts';
import { type Checkout, helpOf, runCommand } from './registry-process.ts';

/** A registry of the two. */
export interface Neighbor {
  readonly checkout: Checkout;
  readonly baseUrl: string;
  /** After which its log and its keys are named. */
  readonly publicUrl: string;
}

const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** Whether the program can be a witness, and have some. */
export function hasWitnesses(checkout: Checkout): boolean {
  return helpOf(checkout, 'serve').includes('--witness ');
}

/** Makes the keys of both. @returns the flags of `serve` for each, in their order */
export function pairWitnesses(pair: readonly [Neighbor, Neighbor]): [string[], string[]] {
  const [one, other] = pair.map((neighbor) => ({ ...neighbor, ...makeKeys(neighbor) }));
  if (one === undefined || other === undefined) throw new Error('there are two registries');
  return [flagsFor(one, other), flagsFor(other, one)];
}

interface Keys {
  readonly logKeyFile: string;
  readonly witnessKeyFile: string;
  readonly vkey: string;
}

function makeKeys({ checkout, publicUrl }: Neighbor): Keys {
  const folder = dirname(checkout.dataFolder);
  const [logKeyFile, witnessKeyFile] = ['log', 'witness'].map((of) =>
    join(folder, `${of}-${new URL(publicUrl).host}.key`),
  ) as [string, string];
  const create = (of: string, path: string): string =>
    runCommand(checkout, [of, 'key', 'create', path, '--public-url', publicUrl], {}, 'without data');
  create('log', logKeyFile);
  const vkey = create('witness', witnessKeyFile).trim().split('\n').at(-1) ?? '';
  return { logKeyFile, witnessKeyFile, vkey };
}

function flagsFor(
  { publicUrl, logKeyFile, witnessKeyFile }: Neighbor & Keys,
  other: Neighbor & Keys,
): string[] {
  const witness = { url: `${other.baseUrl}/-/witness`, vkey: other.vkey, 'allow-private-addresses': true };
  return [
    ...['--public-url', publicUrl, '--log-key-file', logKeyFile],
    ...['--witness', '--witness-key-file', witnessKeyFile],
    ...['--witnesses', JSON.stringify([witness]), '--witness-interval', '100ms'],
  ];
}

/** Waits until both logs are cosigned up to their ends, and reads what the first registry has of both. */
export async function recordWitnesses(registry: Actor, other: Actor): Promise<RecordedWitnesses> {
  const [own, witnessed] = [await waitForCosigned(registry), await waitForCosigned(other)];
  const place = createHash('sha256').update(witnessed.origin).digest('hex');
  return {
    witnesses: own.witnesses.map(({ vkey, size }) => ({ vkey, size })),
    cosigned: await mustGet(registry, '/-/log/checkpoint'),
    witnessed: {
      origin: witnessed.origin,
      size: witnessed.size,
      note: await mustGet(registry, `/-/witness/${place}/checkpoint`),
    },
  };
}

interface LogDescription {
  readonly origin: string;
  readonly size: number;
  readonly witnesses: readonly { readonly vkey: string; readonly size: number }[];
}

async function waitForCosigned(actor: Actor): Promise<LogDescription> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await delay(LOOK_EVERY_MS)) {
    const text = await mustGet(actor, '/-/log');
    const description = JSON.parse(text) as LogDescription;
    if (description.witnesses.every(({ size }) => size === description.size)) return description;
    if (Date.now() > giveUpAt) throw new Error(`the log is not cosigned to its end: ${text}`);
  }
}
