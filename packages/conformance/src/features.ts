// Decides whether the optional parts of the contract are checked: by the options, or by whether the registry
// offers them.

import type { Exchange } from './http/exchange.ts';
import type { Feature } from './result.ts';
import type { Settings } from './session/settings.ts';
import type { Stage } from './session/stage.ts';

/** Statuses that mean that there is no such endpoint. */
const NOT_OFFERED: readonly number[] = [404, 405, 501];

/** Why the checks of a feature are skipped; undefined if they run. */
export async function findSkipReason(
  feature: Feature,
  settings: Settings,
  stage: Stage,
): Promise<string | undefined> {
  switch (settings[feature]) {
    case 'on':
      return undefined;
    case 'off':
      return `turned off by --no-${feature}`;
    case 'auto': {
      const answer = await probe(feature, stage);
      if (answer === undefined || !NOT_OFFERED.includes(answer.status)) return undefined;
      return `the registry does not offer it: ${answer.status} to ${answer.request}`;
    }
  }
}

/**
 * The response that shows whether the feature is offered; undefined without one, and then the checks report
 * the error.
 */
async function probe(feature: Feature, stage: Stage): Promise<Exchange | undefined> {
  try {
    return await (feature === 'search' ? stage.searchAnswer() : stage.yankAnswer());
  } catch {
    return undefined;
  }
}
