// A line of a file of state: words with spaces between them, the last one the time.

/**
 * A line with its line feed.
 * @throws TypeError if a word is empty or has white space: it would make other words or another line, and no command could
 *   read the file any more
 */
export function formatLine(...words: readonly string[]): string {
  for (const word of words) {
    if (!/^\S+$/.test(word)) throw new TypeError(`${JSON.stringify(word)} is not one word`);
  }
  return `${words.join(' ')} ${new Date().toISOString()}\n`;
}
