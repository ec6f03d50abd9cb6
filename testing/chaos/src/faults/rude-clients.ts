// Misbehaving clients. An incomplete request must not publish anything, and other clients must not notice.
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultContext } from './fault.ts';
import { RawPublish } from './raw-publish.ts';

/** Runs several clients at once, each with its own random choices. */
async function some(
  { world, random }: FaultContext,
  behave: (publish: RawPublish, choose: FaultContext['random']) => Promise<void>,
  lieBytes: (choose: FaultContext['random']) => number = () => 0,
): Promise<void> {
  const clients = Array.from({ length: random.integer(2, 6) }, async (_, number) => {
    const choose = random.fork(`client ${number}`);
    await behave(await RawPublish.begin(world, choose, lieBytes(choose)), choose);
  });
  await Promise.all(clients);
}

/**
 * The part of a request to send: mostly up to somewhere in the tarball, sometimes a part of the head, never
 * all.
 */
function drawPart(choose: FaultContext['random']): number {
  return choose.chance(0.2) ? choose.integer(0, 20) / 1000 : choose.integer(0, 999) / 1000;
}

export const stall: Fault = {
  name: 'stall',
  run: (context) =>
    some(context, async (publish, choose) => {
      await publish.sendUpTo(drawPart(choose));
      await delay(choose.integer(50, 300));
      publish.destroy();
    }),
};

export const halfClose: Fault = {
  name: 'half-close',
  run: (context) =>
    some(context, async (publish, choose) => {
      if (choose.chance(0.3)) return publish.finish({ isHalfClosed: true });
      await publish.sendUpTo(drawPart(choose));
      return publish.endTooEarly();
    }),
};

export const drip: Fault = {
  name: 'drip',
  run: (context) =>
    some(context, async (publish, choose) => {
      await publish.sendUpTo(drawPart(choose));
      context.lingering.add(publish);
    }),
};

export const lie: Fault = {
  name: 'lie',
  run: (context) =>
    some(
      context,
      async (publish) => {
        await publish.sendUpTo(1);
        await publish.endTooEarly();
      },
      // More than is sent, or so much less that the form is cut off.
      (choose) => (choose.chance(0.5) ? choose.integer(1, 1000) : -choose.integer(3, 200)),
    ),
};

export const vanish: Fault = {
  name: 'vanish',
  run: (context) =>
    some(context, async (publish, choose) => {
      if (choose.chance(0.2)) return publish.finish({ mayVanish: true });
      await publish.sendUpTo(drawPart(choose));
      return publish.destroy();
    }),
};
