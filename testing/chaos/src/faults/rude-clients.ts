// Clients that do not keep to the rules: none of them may get anything published that it did not send whole, or be noticed by
// the others.
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultContext } from './fault.ts';
import { RawPublish } from './raw-publish.ts';

/** Lets some clients do the same at once, each with chances of its own. */
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

/** How much of a request is sent, never all of it: mostly somewhere in the tarball, sometimes only a part of the head. */
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
      // More than is sent, or so much less that the form has no end.
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
