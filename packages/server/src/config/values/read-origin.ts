/** An origin as browsers write it; undefined if the text is none. */
export function readOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}
