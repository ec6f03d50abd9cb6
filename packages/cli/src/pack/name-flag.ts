// The name that a Prime is packed under when it is not the one in its pack.yaml.
import { type Flags, type OptionDescription, UsageError } from '@prime-registry/command-line';
import { type PrimeName, parsePrimeName } from '@prime-registry/protocol';

/** The option `--name`. */
export const NAME_OPTION: OptionDescription = {
  type: 'string',
  value: '<@scope/name>',
  summary: 'Pack under this name instead of the one in pack.yaml, which stays as it is',
};

/** The value of `--name`; undefined when it is not given. @throws UsageError for one that is no name */
export function findNameFlag({ name }: Flags): PrimeName | undefined {
  if (typeof name !== 'string') return undefined;
  const parsed = parsePrimeName(name);
  if (!parsed.ok) throw new UsageError(`--name: ${parsed.message}`);
  return parsed.value;
}
