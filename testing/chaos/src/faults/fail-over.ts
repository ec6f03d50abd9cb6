// The machine is lost, and another takes over with a restored backup.
import { setTimeout as delay } from 'node:timers/promises';
import { checkRestored } from '../oracle/check-restored.ts';
import type { Source } from '../registry/backup-standby.ts';
import { revoke } from '../registry/tokens.ts';
import type { Fault, FaultContext } from './fault.ts';

// About as long as a backup or restore takes.
const COMMAND_MS = 1500;

export const failOver: Fault = {
  name: 'fail-over',
  needs: 'backup',
  async run(context) {
    const { standby, random } = context;
    if (standby?.find('newest') === undefined || random.chance(0.7)) await backUp(context);
    await takeOver(context, 'newest');
  },
};

export const failOverFromOlder: Fault = {
  name: 'fail-over-from-older-backup',
  needs: 'backup',
  async run(context) {
    await backUp(context);
    await context.standby?.keepOlder();
    await delay(context.random.integer(100, 500));
    await backUp(context);
    await takeOver(context, 'older');
  },
};

export const failOverFromKilled: Fault = {
  name: 'fail-over-after-killed-backup',
  needs: 'backup',
  async run(context) {
    const { standby, random } = context;
    if (standby?.find('newest') === undefined || random.chance(0.3)) await backUp(context);
    await backUp(context, random.integer(0, COMMAND_MS));
    await takeOver(context, 'newest');
  },
};

async function backUp({ world, standby }: FaultContext, killAfterMs?: number): Promise<void> {
  world.violate(await standby?.backUp(world.ledger, world.tokens, killAfterMs));
}

async function takeOver(context: FaultContext, source: Source): Promise<void> {
  const { world, standby, place, random } = context;
  const backup = standby?.find(source);
  if (standby === undefined || backup === undefined) return;
  const newest = standby.find('newest') ?? backup;
  await delay(random.integer(0, 300));
  const heal = world.disturb('connections');
  await world.registry.end('SIGKILL');
  const removeOld = place.moveToEmptyDisk();
  world.violate(
    await standby.restore(source, random.chance(0.3) ? random.integer(0, COMMAND_MS) : undefined),
  );
  const lost = await standby.readLost();
  world.ledger.rewind(backup.versions, lost);
  world.ledger.log.expectRestart(backup.versions.logSize);
  await world.registry.start();
  removeOld();
  heal();
  if (world.tokens.revocable.isRevoked && !backup.isRevoked) {
    world.tokens.revocable.isRevoked = false;
    await revoke(place, world.tokens);
  }
  await checkRestored({ world, place, random, lost, known: newest.versions });
}
