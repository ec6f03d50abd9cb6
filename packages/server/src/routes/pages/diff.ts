// GET …/diff/<a>...<b>: what changed between two versions; also with ?from=…&to=…, as a form asks.
import { diffInventories, judgeVersions } from '@prime-registry/atoms';
import { RegistryError, ROUTES, type Version } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { versionNotFound } from '../../actions/not-found.ts';
import { readName } from '../../http/prime-path.ts';
import { sendPage } from '../../http/send-page.ts';
import { renderDiffPage } from '../../pages/diff-page.ts';
import { PrimeParamsSchema } from '../responses.ts';
import type { Route, RouteDeps } from '../route.ts';
import { describeMissable } from './page-route.ts';
import { readVersionText } from './read-prime.ts';

export const diffPage: Route = {
  method: 'GET',
  path: ROUTES.diffPage,
  access: 'readers',
  weight: 'heavy',
  isPage: true,
  schema: describeMissable('diffPage', 'What changed from one version to another', {
    params: {
      ...PrimeParamsSchema,
      required: [...PrimeParamsSchema.required, 'range'],
      properties: {
        ...PrimeParamsSchema.properties,
        range: { type: 'string', description: 'Two versions.', examples: ['1.0.0...1.1.0'] },
      },
    },
  }),
  async handle(deps, request, reply) {
    const { range } = request.params as { range: string };
    const [before, after, ...others] = range.split('...');
    if (before === undefined || after === undefined || others.length > 0)
      throw new RegistryError('not_found', { detail: 'Two versions are written 1.0.0...1.1.0.' });
    return sendDiff(deps, request, reply, before, after);
  },
};

export const diffFormPage: Route = {
  method: 'GET',
  path: ROUTES.diffFormPage,
  access: 'readers',
  weight: 'heavy',
  isPage: true,
  schema: describeMissable('diffFormPage', 'The same, as a form asks for it', {
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
  { store, isPrivate }: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  from: string,
  to: string,
): Promise<FastifyReply> {
  const name = readName(request);
  const sides = [from, to].map(readVersionText) as [Version, Version];
  const [before, after] = await Promise.all(
    sides.map(async (version) => {
      const record = await store.findVersion(name.full, version);
      if (record === undefined) throw await versionNotFound(store, name, version);
      return { version: record.version, atoms: await store.readComparedAtoms(name.full, version) };
    }),
  );
  if (before === undefined || after === undefined) throw new Error('there are two sides');
  const diff = before.atoms && after.atoms && diffInventories(before.atoms, after.atoms);
  const judgement = diff && judgeVersions(...sides, diff.bump);
  return sendPage(
    reply,
    renderDiffPage({ name: name.full, before: before.version, after: after.version, diff, judgement }),
    isPrivate,
  );
}
