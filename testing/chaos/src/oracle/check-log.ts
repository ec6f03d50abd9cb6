// The log tells what no answer does: a failure that nobody expected, or words that are no log.
import type { World } from '../world.ts';

/** Looks at what was logged since the last time. */
export function checkLog(world: World): void {
  for (const line of world.registry.takeLog().split('\n')) {
    if (line === '') continue;
    if (!line.startsWith('{')) world.violate(`the log says: ${line}`);
    else if (/"status":500|internal_error|"level":60/.test(line)) world.violate(`the log says: ${line}`);
  }
}
