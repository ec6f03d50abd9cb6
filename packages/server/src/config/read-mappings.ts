// Lists of mappings: the configuration file has them as YAML, which comes as JSON; flags and variables have JSON.

/** The list; undefined for a text that is none. */
export function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
