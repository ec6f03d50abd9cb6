// Registries that publish in turn, so that all see the same machine: other work on it changes times, and hardly ratios.
import { formatSpread, type Spread, spreadOf } from '../report/spread.ts';
import { type PublishBlock, type PublishCost, type PublishSubject, publishBlock } from './publish-block.ts';

/** A new process must first compile its code. */
const WARM_UPS = 3;

/** What is measured. */
export interface TurnsOptions {
  /** By title. */
  readonly blocks: Readonly<Record<string, PublishBlock>>;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/** The costs of each round, by the title of the block and of the registry. */
export type CostsInTurn = ReadonlyMap<string, ReadonlyMap<string, readonly PublishCost[]>>;

/** Measures all blocks with each of the registries in every round. Who begins alternates. */
export async function measureInTurn(
  subjects: readonly PublishSubject[],
  { blocks, rounds, signal }: TurnsOptions,
): Promise<CostsInTurn> {
  const costs = new Map<string, Map<string, PublishCost[]>>();
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    console.error(round < 0 ? 'warming up …' : `round ${round + 1} of ${rounds} …`);
    for (const [title, block] of Object.entries(blocks)) {
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
        signal.throwIfAborted();
        const cost = await publishBlock(subject, block);
        if (round < 0) continue;
        const ofBlock = costs.get(title) ?? new Map<string, PublishCost[]>();
        costs.set(title, ofBlock.set(subject.title, [...(ofBlock.get(subject.title) ?? []), cost]));
      }
    }
  }
  return costs;
}

/** The head of a table of {@link formatInTurn}. */
export const IN_TURN_HEAD = [
  'Publish of',
  'Processor time, ms',
  'Time, ms',
  'Ratio of processor time',
  'Ratio of time',
];

/**
 * A row for each block and registry. The ratios are those of the first registry's cost to the other one's, in the same
 * round; above 1, the other one is faster.
 */
export function formatInTurn(costs: CostsInTurn): string[][] {
  return [...costs].flatMap(([title, ofBlock]) => {
    const [first] = ofBlock.keys();
    return [...ofBlock].map(([whose, own]) => [
      `${title}: ${whose}`,
      twoDigits(spreadOf(own.map(({ processorMs }) => processorMs))),
      twoDigits(spreadOf(own.map(({ ms }) => ms))),
      ...(whose === first
        ? ['', '']
        : [ratiosOf(ofBlock, first, whose, 'processorMs'), ratiosOf(ofBlock, first, whose, 'ms')]),
    ]);
  });
}

function ratiosOf(
  costs: ReadonlyMap<string, readonly PublishCost[]>,
  first: string | undefined,
  other: string,
  unit: keyof PublishCost,
): string {
  const [mine, own] = [costs.get(first ?? '') ?? [], costs.get(other) ?? []];
  return twoDigits(spreadOf(own.map((cost, round) => (mine[round]?.[unit] ?? Number.NaN) / cost[unit])));
}

function twoDigits(spread: Spread): string {
  return formatSpread(spread, (value) => value.toFixed(2));
}
