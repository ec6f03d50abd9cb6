// A door of its own for what reads bytes from strangers, so that it can be fuzzed at full speed, without a server around it.
export { resolveRange } from './http/byte-range.ts';
export { isNoneMatchFalse, isRangeCurrent } from './http/entity-tag.ts';
export { parseParameterized } from './http/multipart/parameterized-value.ts';
export { readBoundary, readForm } from './http/multipart/read-form.ts';
export { createRequestIdReader } from './http/request-id.ts';
export { routedTarget } from './http/request-target.ts';
