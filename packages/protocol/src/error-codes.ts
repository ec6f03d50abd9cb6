// The only table of error codes. Server, clients, API reference and docs/errors.md all read it; statuses and
// titles are defined nowhere else.
import { CLIENT_ERRORS } from './error-codes/client-errors.ts';
import type { ErrorDefinition } from './error-codes/error-definition.ts';
import { EXCHANGE_ERRORS } from './error-codes/exchange-errors.ts';
import { SERVER_ERRORS } from './error-codes/server-errors.ts';

export type { ErrorDefinition } from './error-codes/error-definition.ts';

const TABLE = { ...CLIENT_ERRORS, ...EXCHANGE_ERRORS, ...SERVER_ERRORS };

/** A stable identifier of an error; see {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof TABLE;

/** Every error code with its definition. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorDefinition>> = TABLE;
