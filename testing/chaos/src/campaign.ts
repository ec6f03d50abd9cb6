// Runs a campaign in rounds of one fault each: start the load, inject and remove the fault, stop the load,
// check everything. A registry lives for several rounds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '@prime-registry/testkit';
import type { Fault, FaultContext } from './faults/fault.ts';
import { FAULTS } from './faults/index.ts';
import { LingeringClients } from './faults/lingering-clients.ts';
import { meetLog } from './load/read-log.ts';
import { startLoad } from './load/run-load.ts';
import { Ledger } from './model/ledger.ts';
import { checkEverything } from './oracle/check-everything.ts';
import { checkBlobs } from './oracle/check-files.ts';
import { checkRestoreWarning } from './oracle/check-restored.ts';
import { LogAuditor } from './oracle/check-with-prime.ts';
import { BackupStandby } from './registry/backup-standby.ts';
import { createPlace, type Services } from './registry/live-place.ts';
import { LiveRegistry } from './registry/live-registry.ts';
import { LiveReplicas } from './registry/live-replicas.ts';
import { LiveStandby } from './registry/live-standby.ts';
import type { TestedRegistry } from './registry/tested-registry.ts';
import { createTokens, revoke } from './registry/tokens.ts';
import { type Violation, World } from './world.ts';

/** The options of a campaign. */
export interface CampaignOptions {
  readonly rounds: number;
  readonly seed: string;
  /** Processes of each registry. undefined alternates between one and two. */
  readonly workers: number | undefined;
  /** Registries on the same data. If there are several, each has one process. */
  readonly replicas: number;
  /** Whether another machine takes over: an idle one with a database server, otherwise from a backup. */
  readonly hasStandby: boolean;
  /** The pause of each client between two actions, in milliseconds. */
  readonly pauseMs: number;
  /** The names of the faults to draw from; empty for all. */
  readonly faults: readonly string[];
  readonly services: Services;
  readonly canMount: boolean;
  /** A folder for all files, on any disk. */
  readonly folder: string;
  /** Called before each round. `onViolation` is called for each violation. */
  readonly onRound: (round: number, fault: string) => void;
  readonly onViolation: (violation: Violation) => void;
}

/** The result of a campaign. */
export interface CampaignReport {
  readonly seed: string;
  readonly rounds: number;
  /** Number of rounds by fault. */
  readonly faults: Record<string, number>;
  readonly requests: number;
  /** Versions that were acknowledged, or found to exist after the answer was lost. */
  readonly versions: number;
  readonly yanks: number;
  readonly removals: number;
  /** Unyanks, and changes of channels and deprecations. */
  readonly changes: number;
  readonly starts: number;
  /** Publishes with other bytes of versions that a restore lost, which were refused. */
  readonly refusals: number;
  /** Heads of the transparency log that were seen, all of which the log extends. */
  readonly heads: number;
  /** Receipts whose proof is still right. */
  readonly proofs: number;
  /** Receipts without a proof, which a fault explains. */
  readonly unproved: number;
  readonly violations: readonly Violation[];
}

const MOST_ROUNDS_OF_A_LIFE = 20;
/** Rounds between two looks of the real client. */
const AUDIT_ROUNDS = 5;
// The names differ by more than a typing error, because search corrects those.
const NAMES = ['amber', 'birch', 'cedar', 'dune', 'heath', 'fjord'].map((word) => `@chaos/${word}`);
const ADMIN_TOKEN = 'chaos-has-the-admin-token';
const MOST_VIOLATIONS = 100;

/** Runs all rounds. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const report = {
    requests: 0,
    versions: 0,
    yanks: 0,
    removals: 0,
    changes: 0,
    starts: 0,
    refusals: 0,
    heads: 0,
    proofs: 0,
    unproved: 0,
    faults: {} as Record<string, number>,
  };
  const violations: Violation[] = [];
  const random = new SeededRandom(options.seed);
  const decks = new Map<number, Fault[]>();
  // So even a short campaign that alternates tests registries of one and of two processes.
  const alternates = options.workers === undefined && options.replicas === 1;
  const roundsOfALife = Math.min(MOST_ROUNDS_OF_A_LIFE, Math.ceil(options.rounds / (alternates ? 2 : 1)));
  let round = 0;
  while (round < options.rounds && violations.length < MOST_VIOLATIONS) {
    const turn = Math.floor(round / roundsOfALife);
    const workers = options.replicas > 1 ? 1 : (options.workers ?? 1 + (turn % 2));
    const last = Math.min(round + roundsOfALife, options.rounds);
    const faults = drawFaults(random, options, workers, decks, last - round);
    const life = await liveThrough(
      options,
      random.fork(`life ${turn}`),
      { turn, workers, round, faults },
      { violations, faults: report.faults },
    );
    report.requests += life.world.requests;
    report.versions += life.world.ledger.facts.length;
    report.yanks += life.world.ledger.facts.filter(({ yank }) => yank === 'acknowledged').length;
    report.removals += life.world.ledger.removed.length;
    report.changes += life.world.changes;
    report.starts += life.world.registry.life;
    report.refusals += life.world.refusals;
    report.heads += life.world.ledger.log.heads.length;
    report.proofs += life.world.ledger.log.receipts.length;
    report.unproved += life.world.unproved;
    round = last;
  }
  return { seed: options.seed, rounds: round, ...report, violations };
}

/** Draws faults like cards from a shuffled deck: each possible fault once before any repeats. */
function drawFaults(
  random: SeededRandom,
  { canMount, replicas, hasStandby, faults, services: { database, buckets } }: CampaignOptions,
  workers: number,
  decks: Map<number, Fault[]>,
  count: number,
): Fault[] {
  const deck = decks.get(workers) ?? [];
  decks.set(workers, deck);
  const has = {
    // With a database server and a bucket, nothing is on the disk.
    folder: buckets === undefined,
    mounts: canMount && buckets === undefined,
    workers: workers > 1,
    replicas: replicas > 1,
    database: database !== undefined,
    buckets: buckets !== undefined,
    backup: hasStandby && database === undefined,
    idle: hasStandby && database !== undefined,
  };
  const possible = FAULTS.filter(
    ({ name, needs }) =>
      (needs === undefined || has[needs]) && (faults.length === 0 || faults.includes(name)),
  );
  if (possible.length === 0) throw new Error(`${faults.join(', ')}: not possible with these options`);
  return Array.from({ length: count }, () => {
    if (deck.length === 0) deck.push(...possible);
    const fault = random.pick(deck);
    deck.splice(deck.indexOf(fault), 1);
    return fault;
  });
}

interface Life {
  readonly turn: number;
  readonly workers: number;
  /** Its first round, from 0. */
  readonly round: number;
  readonly faults: readonly Fault[];
}

/** Runs the rounds of one data folder. */
async function liveThrough(
  options: CampaignOptions,
  random: SeededRandom,
  { turn, workers, round, faults }: Life,
  { violations, faults: counts }: { violations: Violation[]; faults: Record<string, number> },
): Promise<{ world: World }> {
  const folder = join(options.folder, `life-${turn}`);
  mkdirSync(folder);
  const place = await createPlace(folder, options.canMount, options.services);
  let now = { round: round + 1, fault: 'start' };
  const violate = (what: string): void => {
    const violation = { ...now, what };
    violations.push(violation);
    options.onViolation(violation);
  };
  const { hasStandby, services } = options;
  const hasIdle = hasStandby && services.database !== undefined;
  const standby = hasStandby && !hasIdle ? new BackupStandby(place, folder) : undefined;
  const replicas = Array.from(
    { length: hasIdle ? 2 : options.replicas },
    () =>
      new LiveRegistry({
        place,
        clockFile: join(folder, 'clock'),
        workers,
        adminToken: ADMIN_TOKEN,
        onSurprise: violate,
      }),
  );
  const registry = joinMachines(replicas, hasIdle);
  const tokens = await createTokens(place, ADMIN_TOKEN);
  const mayUndo = standby === undefined;
  const world = new World({ registry, ledger: new Ledger(NAMES), tokens, random, mayUndo, violate });
  const lingering = new LingeringClients();
  const known = violations.length;
  await using auditor = await LogAuditor.create();
  try {
    await registry.start();
    await meetLog(world);
    for (const [index, fault] of faults.entries()) {
      now = { round: round + index + 1, fault: fault.name };
      options.onRound(now.round, fault.name);
      counts[fault.name] = (counts[fault.name] ?? 0) + 1;
      const context = { world, place, disk: place.disk, services, standby, lingering };
      await runRound({ ...context, random: random.fork(`round ${now.round}`) }, fault, options.pauseMs);
      if ((index + 1) % AUDIT_ROUNDS === 0) await auditor.check(world);
    }
    await auditor.check(world);
    lingering.clear();
    await checkBlobs(world, place.blobs);
  } catch (error) {
    violate(`the harness failed: ${(error as Error).stack}`);
  } finally {
    lingering.clear();
    if (violations.length > known) writeFileSync(join(folder, 'registry.log'), registry.log);
    await registry.end('SIGKILL');
    if (registry instanceof LiveReplicas) registry.close();
    place.disk.remove();
  }
  return { world };
}

/** One machine, replicas behind one address, or an active and an idle machine. */
function joinMachines(machines: readonly LiveRegistry[], hasIdle: boolean): TestedRegistry {
  const [first, second] = machines;
  if (first === undefined || second === undefined) return first ?? new LiveReplicas([]);
  return hasIdle ? new LiveStandby(first, second) : new LiveReplicas(machines);
}

async function runRound({ random, ...context }: FaultContext, fault: Fault, pauseMs: number): Promise<void> {
  const { world, place, standby, lingering } = context;
  const endLoad = startLoad(world, random.fork('load'), pauseMs);
  try {
    await delay(random.integer(10, 120));
    await fault.run({ ...context, random: random.fork('fault') });
    await delay(random.integer(10, 60));
  } finally {
    await endLoad();
  }
  if (random.chance(0.05)) await revoke(place, world.tokens);
  await checkEverything({
    world,
    place: place.blobs,
    random: random.fork('check'),
    openUploads: lingering.count,
  });
  if (standby !== undefined) await checkRestoreWarning(world, place);
}
