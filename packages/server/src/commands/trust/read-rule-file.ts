// Reads rules from a file of YAML, of which JSON is a part, and says where in it something is wrong.
import { readFile, stat } from 'node:fs/promises';
import { UsageError } from '@prime-registry/command-line';
import { isJsonObject, type Position, parseLocatedYaml } from '@prime-registry/protocol';

/** A rule of a file. */
export interface WrittenRule {
  readonly input: Readonly<Record<string, unknown>>;
  /** Where a field is, or the rule itself. @param field - as a problem names it, such as `claims.ref` */
  readonly positionOf: (field: string) => Position;
}

/** Largest file, in bytes. */
const MAX_BYTES = 256 * 1024;
/** Most rules of a file. */
const MAX_RULES = 100;
/** The field of a file with several rules. */
const LIST = 'trusted-publishers';

/** @throws UsageError if it cannot be read or has no rules */
export async function readRuleFile(path: string): Promise<readonly WrittenRule[]> {
  const { document, positionOf, positionAt } = parseLocatedYaml(await readText(path), { uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [reason] = error.message.split('\n');
    throw new UsageError(`${path}:${positionAt(error.pos[0]).line}: ${reason}`);
  }
  // Without aliases, of which a few make a text of gigabytes.
  const value: unknown = toPlain(() => document.toJS({ maxAliasCount: 0 }), path);
  const list = isJsonObject(value) && LIST in value ? value[LIST] : undefined;
  const isList = Array.isArray(list) && Object.keys(value as object).length === 1;
  const inputs: readonly unknown[] = isList ? list : [value];
  if (inputs.length === 0 || inputs.length > MAX_RULES || !inputs.every(isJsonObject))
    throw new UsageError(
      `${path} is neither a rule nor a list of 1 to ${MAX_RULES} of them under '${LIST}'; a rule has fields such as 'preset: github'`,
    );
  return inputs.filter(isJsonObject).map((input, index) => {
    const base = isList ? [LIST, index] : [];
    return {
      input,
      positionOf: (field) =>
        positionOf([pathOf(field), []].map((rest) => document.getIn([...base, ...rest], true)).find(Boolean)),
    };
  });
}

/** `claims.kubernetes.io/namespace` is the claim `kubernetes.io/namespace` of the field `claims`. */
function pathOf(field: string): readonly string[] {
  return field.startsWith('claims.') ? ['claims', field.slice('claims.'.length)] : [field];
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new UsageError(`${path} has ${size} bytes; at most ${MAX_BYTES} are allowed`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    );
  }
}

function toPlain(read: () => unknown, path: string): unknown {
  try {
    return read();
  } catch {
    throw new UsageError(`${path} has aliases; write out what they stand for`);
  }
}
