// GET …/diff/<a>...<b>: what changed between two versions; also as ?from=…&to=… from a form.
import { compareVersions, RegistryError, ROUTES, type Version } from '@prime-registry/protocol';
import type { VersionSummary } from '@prime-registry/store';
import { type ComparedRange, renderDiffPage, type TabbedVersion } from '@prime-registry/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { latestOf } from '../../../actions/latest-of.ts';
import { clientKey } from '../../../http/requests/client-key.ts';
import { readName, readVersionText } from '../../../http/requests/prime-path.ts';
import { sendPage } from '../../../http/responses/send-page.ts';
import { PrimeParamsSchema, RangeParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describeMissable } from '../page-route.ts';
import { type ChangesNeeds, getChanges } from './render-changes.ts';

type DiffNeeds = ChangesNeeds | 'isPrivate';

export const diffPage: Route<DiffNeeds> = {
  path: ROUTES.diffPage,
  weight: 'heavy',
  isPage: true,
  schema: describeMissable('diffPage', 'What changed from one version to another', {
    params: RangeParamsSchema,
  }),
  async handle(deps, request, reply) {
    const { range } = request.params as { range: string };
    const [before, after, ...others] = range.split('...');
    if (before === undefined || after === undefined || others.length > 0)
      throw new RegistryError('not_found', { detail: 'Two versions are written 1.0.0...1.1.0.' });
    return sendDiff(deps, request, reply, before, after);
  },
};

export const diffFormPage: Route<DiffNeeds> = {
  path: ROUTES.diffFormPage,
  weight: 'heavy',
  isPage: true,
  schema: describeMissable('diffFormPage', 'The same from a form', {
    params: PrimeParamsSchema,
    querystring: {
      type: 'object',
      required: ['from', 'to'],
      properties: {
        from: { type: 'string', description: 'The first version.' },
        to: { type: 'string', description: 'The second version.' },
      },
    },
  }),
  async handle(deps, request, reply) {
    const { from, to } = request.query as { from?: unknown; to?: unknown };
    return sendDiff(deps, request, reply, String(from), String(to));
  },
};

async function sendDiff(
  deps: Needs<DiffNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  from: string,
  to: string,
): Promise<FastifyReply> {
  const name = readName(request);
  // Readers ask what is new, in whichever order they name the versions.
  const [before, after] = [readVersionText(from), readVersionText(to)].toSorted(compareVersions) as [
    Version,
    Version,
  ];
  const [{ range, changes }, versions] = await Promise.all([
    getChanges(deps, name, [before, after], clientKey(request)),
    deps.store.listVersionSummaries(name.full),
  ]);
  const page = renderDiffPage({
    ...{ name: name.full, range, changes, ...findSteps(versions, range) },
    tabbed: describeTabs(name.full, versions, range[1]),
  });
  return sendPage(reply, page, deps.isPrivate);
}

/** The other parts are those of the later version. @param versions - in descending order */
function describeTabs(name: string, versions: readonly VersionSummary[], version: string): TabbedVersion {
  const atoms = versions.find((each) => each.version === version)?.atoms;
  const isLatest = latestOf(versions.toReversed())?.full === version;
  return { name, version, isLatest, atoms, versions: versions.length };
}

/** The steps to the first version of a range, and from its last one. @param versions - in descending order */
function findSteps(
  versions: readonly VersionSummary[],
  [before, after]: ComparedRange,
): { readonly earlier: ComparedRange | undefined; readonly later: ComparedRange | undefined } {
  const next = (version: string, direction: 1 | -1): string | undefined => {
    const own = versions.findIndex((each) => each.version === version);
    // Nobody wants a comparison with a yanked version.
    for (let at = own + direction; own >= 0 && at >= 0 && at < versions.length; at += direction)
      if (versions[at]?.yanked === false) return versions[at]?.version;
    return undefined;
  };
  const [earlier, later] = [next(before, 1), next(after, -1)];
  return {
    earlier: earlier === undefined ? undefined : [earlier, before],
    later: later === undefined ? undefined : [after, later],
  };
}
