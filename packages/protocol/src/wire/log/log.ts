// GET /-/log (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { TimestampSchema } from '../scalars.ts';
import { count, describedObject, document, list, objects, text } from '../schema-parts.ts';

const OriginSchema = {
  type: 'string',
  description: 'Name of the log: the first line of its checkpoints.',
  examples: ['primes.acme.example/-/log'],
} as const;

export const LogDescriptionSchema = document(
  'LogDescription',
  'The transparency log of the registry.',
  ['origin', 'vkeys', 'size', 'names', 'backfill', 'policy'],
  {
    origin: OriginSchema,
    vkeys: list('Verifier keys (C2SP signed-note), the current one first.', { type: 'string' }),
    size: count('Number of entries.'),
    halted: text('Why nothing is appended or signed at the moment; absent while the log grows.'),
    names: objects(
      'All names and keys that the log has had, the first one first.',
      ['origin', 'vkey', 'since', 'since_size'],
      {
        origin: OriginSchema,
        vkey: text('Verifier key.'),
        since: TimestampSchema,
        since_size: count('Number of entries when it began.'),
        ended_at_size: count('Number of entries when it ended; absent if it has not.'),
        reason: text('Why it began, if a reason was given.'),
      },
    ),
    backfill: describedObject(
      'How far older versions, from before the log, have been brought in.',
      ['done', 'of'],
      { done: count('Versions that are in the log or need no entry.'), of: count('All of them.') },
    ),
    witnesses: objects(
      'The witnesses that are asked to cosign the log; absent if there are none.',
      ['name', 'vkey', 'size'],
      {
        name: text('Name of its key.'),
        vkey: text('Verifier key.'),
        size: count('Number of entries of the last head that it cosigned; 0 for none.'),
        cosigned_at: TimestampSchema,
      },
    ),
    policy: text(
      'A policy that trusts this log (C2SP tlog-policy). It names the witnesses, and asks for none of them.',
    ),
  },
);

/** The response that describes the log. */
export type LogDescription = XStatic<typeof LogDescriptionSchema>;
