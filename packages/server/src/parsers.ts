// A separate entry point for parsers of untrusted bytes, so that they can be fuzzed without a server.
export { resolveRange } from './http/byte-range.ts';
export { isNoneMatchFalse, isRangeCurrent } from './http/entity-tag.ts';
export { parseParameterized } from './http/multipart/parameterized-value.ts';
export { readBoundary, readForm } from './http/multipart/read-form.ts';
export { createRequestIdReader } from './http/request-id.ts';
export { routedTarget } from './http/request-target.ts';
