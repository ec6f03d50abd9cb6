// The messages between a pool and its threads.

/** To a thread: call a method; `open` creates the task first. */
export interface CallMessage {
  readonly type: 'call';
  readonly task: number;
  readonly open?: { readonly kind: string; readonly input: unknown };
  readonly method: string;
  readonly given: readonly unknown[];
}

/** To a thread: forget tasks. */
export interface CloseMessage {
  readonly type: 'close';
  readonly tasks: readonly number[];
}

/** From a thread: the outcome of the call in flight. A thread runs one call at a time. */
export type OutcomeMessage =
  | { readonly result: unknown }
  | { readonly error: { readonly message: string; readonly stack: string | undefined } };
