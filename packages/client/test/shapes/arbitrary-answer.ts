// Answers made from a wire schema, and answers with one value changed.
import type { WireSchema } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';

type Step = string | number;

/**
 * Values of a schema's structure and types. Patterns and ranges are not followed, except that no integer is
 * negative.
 */
export function answersOf(schema: WireSchema): fc.Arbitrary<unknown> {
  if ('enum' in schema) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object': {
      if (schema.additionalProperties !== undefined)
        return fc.dictionary(fc.string({ maxLength: 5 }), answersOf(schema.additionalProperties), {
          ...{ maxKeys: 3, noNullPrototype: true },
        });
      const fields: Record<string, fc.Arbitrary<unknown>> = {};
      for (const [name, field] of Object.entries(schema.properties)) fields[name] = answersOf(field);
      return fc.record(fields, { requiredKeys: [...schema.required], noNullPrototype: true });
    }
    case 'array':
      return fc.array(answersOf(schema.items), { maxLength: 3 });
    case 'string':
      return fc.string({ maxLength: 5 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.nat();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
  }
}

/** A value with one value inside it, or all of it, replaced; `undefined` takes it out. */
export function changesOf(value: unknown, replacements: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const places = fc.constantFrom(...listPlaces(value));
  return fc.tuple(places, replacements).map(([place, replacement]) => replace(value, place, replacement));
}

function listPlaces(value: unknown, place: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  const steps: Step[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const fields = value as Readonly<Record<Step, unknown>>;
  return [place, ...steps.flatMap((step) => listPlaces(fields[step], [...place, step]))];
}

function replace(value: unknown, [step, ...rest]: readonly Step[], replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? replace(item, rest, replacement) : item));
  const { [step]: old, ...others } = value as Record<Step, unknown>;
  const changed = replace(old, rest, replacement);
  return changed === undefined ? others : { ...others, [step]: changed };
}
