// Questions at the terminal. The library that draws them is loaded for the first question.
import { UsageError } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';

type Asking = Pick<CommandContext, 'terminal' | 'signal'>;

/** A question with a text as its answer. */
export interface TextQuestion {
  readonly message: string;
  /** Used if nothing is typed. */
  readonly defaultValue?: string;
  /** What is wrong with an answer; undefined for a valid one. */
  readonly validate?: (answer: string) => string | undefined;
  /** The error without a terminal: which flag to give instead. */
  readonly otherwise: string;
}

/** Asks for a line of text. @throws UsageError without a terminal @throws AbortError if the user cancels */
export async function askText(context: Asking, question: TextQuestion): Promise<string> {
  const { text } = await loadPrompts(context, question.otherwise);
  const { message, defaultValue = '', validate } = question;
  return settle(
    await text({
      message,
      ...(defaultValue !== '' && { placeholder: defaultValue, defaultValue }),
      validate: (answer) => validate?.(answer === undefined || answer === '' ? defaultValue : answer),
      ...streamsOf(context),
    }),
  );
}

/** Asks for a text that is not echoed. @throws as {@link askText} */
export async function askSecret(
  context: Asking,
  { message, validate, otherwise }: Omit<TextQuestion, 'defaultValue'>,
): Promise<string> {
  const { password } = await loadPrompts(context, otherwise);
  return settle(
    await password({ message, validate: (answer) => validate?.(answer ?? ''), ...streamsOf(context) }),
  );
}

/** Asks for yes or no; no is the default unless `initialValue` is true. @throws as {@link askText} */
export async function askConfirmation(
  context: Asking,
  message: string,
  otherwise: string,
  { initialValue = false }: { readonly initialValue?: boolean } = {},
): Promise<boolean> {
  const { confirm } = await loadPrompts(context, otherwise);
  return settle(await confirm({ message, initialValue, ...streamsOf(context) }));
}

/** Asks for a confirmation. @throws CommandError if there is none; UsageError with `otherwise` without a terminal */
export async function requireConfirmation(
  context: Asking,
  question: string,
  refusal: string,
  { otherwise = NO_TERMINAL, hint }: { readonly otherwise?: string; readonly hint?: string } = {},
): Promise<void> {
  if (await askConfirmation(context, question, otherwise)) return;
  throw new CommandError(refusal, hint === undefined ? {} : { hint });
}

/** What to do about a confirmation for which nobody can be asked. */
export const NO_TERMINAL = 'this needs a confirmation, and there is no terminal; give --yes';

function loadPrompts({ terminal }: Asking, otherwise: string): Promise<typeof import('@clack/prompts')> {
  if (!terminal.isInteractive) throw new UsageError(otherwise);
  return import('@clack/prompts');
}

/** Questions go to standard error: standard output is for the result. */
function streamsOf({ terminal, signal }: Asking) {
  const { stdin: input, stderr: output } = terminal.streams;
  // A terminal that does not know its width, as in some containers, says 0: each letter would get a line of its own.
  if (output.columns === 0) Object.assign(output, { columns: 80 });
  return { input, output, signal, withGuide: false };
}

function settle<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new DOMException('the question was not answered', 'AbortError');
  return answer as Exclude<T, symbol>;
}
