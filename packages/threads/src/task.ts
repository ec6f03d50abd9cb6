// What a task is. A task is an object that lives in a thread. Other threads call its methods; arguments and
// results are copied by structured clone.

/** The class of a task. The constructor takes one value. */
type TaskClass = new (input: never) => object;

/** A task, for callers that know it at run time only. */
export interface AnyTask {
  readonly [method: string]: ((...given: readonly unknown[]) => unknown) | undefined;
  readonly close?: () => void;
}

/** Loads the classes of the tasks by name, so that a thread loads only the code that it runs. */
export type TaskTable = Readonly<Record<string, () => Promise<TaskClass>>>;

/** The class of a name. */
export type TaskClassOf<Table extends TaskTable, Kind extends keyof Table> = Awaited<ReturnType<Table[Kind]>>;

/** The names of the methods of a task. */
type MethodOf<Task> = {
  [Key in keyof Task]: Task[Key] extends (...given: never[]) => unknown ? Key : never;
}[keyof Task] &
  string;

/** The arguments of a method. */
type ArgumentsOf<Task, Method extends keyof Task> = Task[Method] extends (...given: infer Given) => unknown
  ? Given
  : never;

/** What a call of a method resolves to. */
type ResultOf<Task, Method extends keyof Task> = Task[Method] extends (...given: never[]) => infer Result
  ? Awaited<Result>
  : never;

/** Calls a method of a task. */
export type Calls<Task> = <Method extends MethodOf<Task>>(
  method: Method,
  ...given: ArgumentsOf<Task, Method>
) => Promise<ResultOf<Task, Method>>;

/** A task, as its user has it. */
export interface OpenTask<Task> {
  /**
   * Calls run one after the other.
   * @throws ThreadEndedError if the thread ended, also because of another task; the task's own error
   */
  readonly call: Calls<Task>;
  /**
   * Like {@link call}, but moves the memory of the byte arrays among the arguments instead of copying it: they are
   * empty afterwards.
   */
  readonly give: Calls<Task>;
  /** Releases the task. Idempotent. Calls in flight are rejected or resolved. */
  close(): void;
}
