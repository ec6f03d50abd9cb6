// The arguments of tools as data: their JSON Schema and their check are made from the same description.

interface Described {
  /** For the model that calls the tool; empty if the name says it all. */
  readonly description: string;
}

/** A text. */
interface TextArgument extends Described {
  readonly type: 'text';
  readonly isRequired: boolean;
  /** Most characters. */
  readonly maxLength: number;
}

/** One of some words; undefined stands for the first one. */
interface ChoiceArgument extends Described {
  readonly type: 'choice';
  readonly values: readonly [string, ...string[]];
}

/** A whole number. */
interface NumberArgument extends Described {
  readonly type: 'number';
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
}

/** True or false; false if absent. */
interface FlagArgument extends Described {
  readonly type: 'flag';
}

/** A list of one to some texts. */
interface ListArgument extends Described {
  readonly type: 'list';
  readonly maxItems: number;
  /** Most characters of an item. */
  readonly maxLength: number;
}

export type Argument = TextArgument | ChoiceArgument | NumberArgument | FlagArgument | ListArgument;

/** The arguments of a tool by name, in the order in which they are listed. */
export type ArgumentTable = Readonly<Record<string, Argument>>;

type ValueOf<A extends Argument> = A extends { readonly isRequired: false }
  ? string | undefined
  : A extends TextArgument
    ? string
    : A extends ChoiceArgument
      ? A['values'][number]
      : A extends NumberArgument
        ? number
        : A extends FlagArgument
          ? boolean
          : readonly string[];

/** The values of checked arguments. */
export type Values<Table extends ArgumentTable> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };
