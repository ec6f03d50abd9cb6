// Decides whether optional parts are checked: by the options, or by whether the registry offers them.

import type { Scenes } from './check.ts';
import type { Exchange } from './http/exchange.ts';
import type { Feature } from './result.ts';
import type { Settings } from './session/settings.ts';

/** Statuses that mean that there is no such endpoint. */
const NOT_OFFERED: readonly number[] = [404, 405, 501];

/** Why the checks of a feature are skipped; undefined if they run. */
export async function findSkipReason(
  feature: Feature,
  settings: Settings,
  scenes: Scenes,
): Promise<string | undefined> {
  switch (settings[feature]) {
    case 'on':
      return undefined;
    case 'off':
      return `turned off by --no-${feature}`;
    case 'auto': {
      const answer = await probe(feature, scenes);
      if (answer === undefined || !NOT_OFFERED.includes(answer.status)) return undefined;
      return `the registry does not offer it: ${answer.status} to ${answer.request}`;
    }
  }
}

/**
 * The response that shows whether the feature is offered; undefined without one, and then the checks report
 * the error.
 */
async function probe(feature: Feature, { stage, life, logbook }: Scenes): Promise<Exchange | undefined> {
  try {
    switch (feature) {
      case 'search':
        return await stage.searchAnswer();
      case 'yank':
        return await stage.yankAnswer();
      case 'lifecycle':
        return await life.stateAnswer();
      case 'log':
        return await logbook.descriptionAnswer();
    }
  } catch {
    return undefined;
  }
}
