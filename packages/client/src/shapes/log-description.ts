// The description of a log: `GET /-/log`.
import { LogDescriptionSchema } from '@prime-registry/protocol';
import { readShape, type ShapeReader } from './read-shape.ts';

// What a client needs: the rest is for people.
const { origin, vkeys, size, halted, backfill, names, witnesses } = LogDescriptionSchema.properties;
const Schema = {
  type: 'object',
  required: ['origin', 'vkeys', 'size'],
  properties: { origin, vkeys, size, halted, backfill, names, witnesses },
} as const;

/** What a registry says about its log, without proof. */
export type RegistryLogDescription = ReturnType<typeof readLogDescription>;

/** Reads the description of a log. */
export const readLogDescription = ((body: unknown) => readShape(Schema, body)) satisfies ShapeReader<unknown>;
