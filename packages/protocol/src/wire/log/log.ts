// GET /-/log (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { TimestampSchema } from '../scalars.ts';

const SIZE = { type: 'integer', minimum: 0 } as const;
const OriginSchema = {
  type: 'string',
  description: 'Name of the log: the first line of its checkpoints.',
  examples: ['primes.acme.example/-/log'],
} as const;

/** Schema of {@link LogDescription}. */
export const LogDescriptionSchema = {
  $id: 'LogDescription',
  description: 'The transparency log of the registry.',
  type: 'object',
  required: ['origin', 'vkeys', 'size', 'names', 'backfill', 'policy'],
  properties: {
    origin: OriginSchema,
    vkeys: {
      type: 'array',
      description: 'Verifier keys (C2SP signed-note), the current one first.',
      items: { type: 'string' },
    },
    size: { ...SIZE, description: 'Number of entries.' },
    halted: {
      type: 'string',
      description: 'Why nothing is appended or signed at the moment; absent while the log grows.',
    },
    names: {
      type: 'array',
      description: 'All names and keys that the log has had, the first one first.',
      items: {
        type: 'object',
        required: ['origin', 'vkey', 'since', 'since_size'],
        properties: {
          origin: OriginSchema,
          vkey: { type: 'string', description: 'Verifier key.' },
          since: TimestampSchema,
          since_size: { ...SIZE, description: 'Number of entries when it began.' },
          ended_at_size: { ...SIZE, description: 'Number of entries when it ended; absent if it has not.' },
          reason: { type: 'string', description: 'Why it began, if a reason was given.' },
        },
      },
    },
    backfill: {
      type: 'object',
      description: 'How far older versions, from before the log, have been brought in.',
      required: ['done', 'of'],
      properties: {
        done: { ...SIZE, description: 'Versions that are in the log or need no entry.' },
        of: { ...SIZE, description: 'All of them.' },
      },
    },
    witnesses: {
      type: 'array',
      description: 'The witnesses that are asked to cosign the log; absent if there are none.',
      items: {
        type: 'object',
        required: ['name', 'vkey', 'size'],
        properties: {
          name: { type: 'string', description: 'Name of its key.' },
          vkey: { type: 'string', description: 'Verifier key.' },
          size: { ...SIZE, description: 'Number of entries of the last head that it cosigned; 0 for none.' },
          cosigned_at: TimestampSchema,
        },
      },
    },
    policy: {
      type: 'string',
      description:
        'A policy that trusts this log (C2SP tlog-policy). It names the witnesses, and asks for none of them.',
    },
  },
} as const;

/** The response that describes the log. */
export type LogDescription = XStatic<typeof LogDescriptionSchema>;
