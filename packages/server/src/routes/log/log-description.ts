// GET /-/log: what the log is called, who signs it and how far it is; for browsers as a page that also says how to
// verify it.
import { formatTimestamp, type LogDescription, LogDescriptionSchema, ROUTES } from '@prime-registry/protocol';
import type { BackfillProgress, LogName } from '@prime-registry/store';
import { renderLogPage } from '@prime-registry/web';
import { acceptsHtml } from '../../http/requests/accepts-html.ts';
import { sendPage } from '../../http/responses/send-page.ts';
import { varyBy } from '../../http/responses/vary.ts';
import type { LogFacts, WitnessFacts } from '../../log/registry-log.ts';
import { json } from '../responses.ts';
import type { Route } from '../route.ts';
import { logProblems, requireLog } from './log-answer.ts';

export const logDescription: Route<'log' | 'store' | 'isPrivate'> = {
  path: ROUTES.log,
  isPage: true,
  schema: {
    operationId: 'describeLog',
    summary: 'The transparency log: its name, keys and size',
    description: 'For a client that accepts text/html, a page.',
    tags: ['log'],
    response: {
      200: json(LogDescriptionSchema, 'What the log is.'),
      ...logProblems([404, 'The registry has no signed log.']),
    },
  },
  async handle(deps, request, reply) {
    const log = requireLog(deps);
    const [facts, backfill] = await Promise.all([log.describe(), deps.store.findBackfillProgress()]);
    varyBy(reply, 'Accept');
    const description = describeLog(facts, backfill);
    if (!acceptsHtml(request)) return description;
    const checkpoint = facts.halted === undefined ? await log.checkpoint() : undefined;
    return sendPage(reply, renderLogPage({ ...description, checkpoint }), deps.isPrivate);
  },
};

function describeLog(
  { origin, vkeys, size, halted, names, witnesses }: LogFacts,
  { done, of }: BackfillProgress,
): LogDescription {
  return {
    origin,
    vkeys: [...vkeys],
    size,
    ...(halted !== undefined && { halted }),
    names: names.map(describeName),
    backfill: { done, of },
    ...(witnesses.length > 0 && { witnesses: witnesses.map(describeWitness) }),
    policy: describePolicy(vkeys, witnesses),
  };
}

function describeWitness({
  vkey,
  size,
  cosignedAtMs,
}: WitnessFacts): NonNullable<LogDescription['witnesses']>[number] {
  return {
    ...{ name: nameOf(vkey), vkey, size },
    ...(cosignedAtMs !== undefined && { cosigned_at: formatTimestamp(cosignedAtMs) }),
  };
}

/** It asks for no witness: which ones to trust is for the client to say. */
function describePolicy(vkeys: readonly string[], witnesses: readonly WitnessFacts[]): string {
  const lines = [
    ...vkeys.map((vkey) => `log ${vkey}`),
    ...witnesses.map(({ vkey }) => `witness ${nameOf(vkey)} ${vkey}`),
    'quorum none',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The name in a verifier key (C2SP signed-note). */
function nameOf(vkey: string): string {
  return vkey.split('+', 1)[0] ?? vkey;
}

function describeName({
  origin,
  vkey,
  beganAtSize,
  atMs,
  endedAtSize,
  reason,
}: LogName): LogDescription['names'][number] {
  return {
    ...{ origin, vkey, since: formatTimestamp(atMs), since_size: beganAtSize },
    ...(endedAtSize !== undefined && { ended_at_size: endedAtSize }),
    ...(reason !== undefined && { reason }),
  };
}
