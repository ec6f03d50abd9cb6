// The options of a command.
export interface OptionDescription {
  /** `flag-or-value` may be given alone, which is true, or with a value after `=`: `--sign`, `--sign=<key>`. */
  readonly type: 'string' | 'boolean' | 'flag-or-value';
  /** Whether it may be given several times. */
  readonly multiple?: boolean;
  /** One letter that stands for it. */
  readonly short?: string;
  /** The placeholder for its value in the help text, such as `<url>`. */
  readonly value?: string;
  /** One line for the help text. */
  readonly summary: string;
}

/** Options by their long names, in the order of the help text. */
export type Options = Readonly<Record<string, OptionDescription>>;

/** The values of the options on a command line, by long name. */
export type Flags = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** An option without a value. @param short - one letter that stands for it */
export function flag(summary: string, short?: string): OptionDescription {
  return { type: 'boolean', summary, ...(short !== undefined && { short }) };
}

/** An option with a value. @param value - the placeholder for it in the help text */
export function valued(
  value: string,
  summary: string,
  more: Pick<OptionDescription, 'multiple' | 'short'> = {},
): OptionDescription {
  return { type: 'string', value, summary, ...more };
}
