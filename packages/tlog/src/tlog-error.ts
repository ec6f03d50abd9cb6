// The one error of this package, for texts that are not what they should be and signatures that do not fit.

/** The most characters of a message: names in it come from files of others. */
const MAX_MESSAGE_LENGTH = 500;

/** What changes how a terminal shows the rest of a line. */
const HIDDEN = /[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu;

/** What is wrong, where (the line of a text, counted from 1), and what would be right: one printable line. */
export class TlogError extends Error {
  override readonly name = 'TlogError';

  constructor(message: string) {
    super(shorten(message.replace(HIDDEN, escapeCharacter)));
  }
}

/** A checkpoint that the log has signed, and too few witnesses have cosigned yet. */
export class QuorumError extends TlogError {}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH
    ? `${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…`
    : message;
}
