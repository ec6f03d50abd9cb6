// Compiles the schemas of routes for the framework.
import { buildLazySerializer } from './responses/lazy-serializers.ts';

/**
 * The compilers of an app. Nothing is validated by a schema: schemas are for the API document, and routes validate
 * with the parsers of the protocol, which explain what is wrong. So the framework loads no validator.
 */
export const SCHEMA_COMPILERS = {
  buildValidator: () => (() => () => true) as never,
  buildSerializer: buildLazySerializer,
};
