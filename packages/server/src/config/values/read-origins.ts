// Origins, as browsers write them.

/** Origins, separated by commas; undefined if one is none. */
export function readOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((part) => readOrigin(part.trim()));
  return origins.includes(undefined) ? undefined : origins.flatMap((origin) => origin ?? []);
}

function readOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}
