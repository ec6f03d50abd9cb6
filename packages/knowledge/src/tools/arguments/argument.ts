// The arguments of tools as data: their JSON Schema and their check are made from the same description.

export type Argument = {
  /** For the model that calls the tool; empty if the name says it all. */
  readonly description: string;
} & (
  | {
      readonly type: 'text';
      readonly isRequired: boolean;
      /** Most characters. */
      readonly maxLength: number;
    }
  /** One of some words; undefined stands for the first one. */
  | { readonly type: 'choice'; readonly values: readonly [string, ...string[]] }
  /** A whole number. */
  | {
      readonly type: 'number';
      readonly minimum: number;
      readonly maximum: number;
      readonly default: number;
    }
  /** True or false; false if absent. */
  | { readonly type: 'flag' }
  /** A list of one to some texts. `maxLength`: most characters of an item. */
  | { readonly type: 'list'; readonly maxItems: number; readonly maxLength: number }
);

/** The arguments of a tool by name, in the order in which they are listed. */
export type ArgumentTable = Readonly<Record<string, Argument>>;

interface ValueOfType<A extends Argument> {
  readonly text: A extends { readonly isRequired: true } ? string : string | undefined;
  readonly choice: A extends { readonly values: readonly (infer Value)[] } ? Value : never;
  readonly number: number;
  readonly flag: boolean;
  readonly list: readonly string[];
}

/** The values of checked arguments. */
export type Values<Table extends ArgumentTable> = {
  readonly [Name in keyof Table]: ValueOfType<Table[Name]>[Table[Name]['type']];
};
