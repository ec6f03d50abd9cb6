// Checks the log for what no answer shows: unexpected failures, and output that is not JSON.
import type { World } from '../world.ts';

/** Checks the log lines since the last check. */
export function checkLog(world: World): void {
  for (const line of world.registry.takeLog().split('\n')) {
    if (line === '') continue;
    if (!line.startsWith('{')) world.violate(`the log says: ${line}`);
    else if (/"status":500|internal_error|"level":60/.test(line)) world.violate(`the log says: ${line}`);
  }
}
