// A separate entry point for parsers of untrusted bytes, so that they can be fuzzed without a server.

export { parseParameterized } from './http/requests/multipart/parameterized-value.ts';
export { readBoundary, readForm } from './http/requests/multipart/read-form.ts';
export { createRequestIdReader } from './http/requests/request-id.ts';
export { routedTarget } from './http/requests/request-target.ts';
export { resolveRange } from './http/responses/byte-range.ts';
export { isNoneMatchFalse, isRangeCurrent } from './http/responses/entity-tag.ts';
