// The option `--name`: packs a Prime under another name than the one in its pack.yaml.
import { accept, type Flags, type OptionDescription, valued } from '@prime-registry/command-line';
import { type PrimeName, parsePrimeName } from '@prime-registry/protocol';

/** The option `--name`. */
export const NAME_OPTION: OptionDescription = valued(
  '<@scope/name>',
  'Pack under this name instead of the one in pack.yaml; the file stays as it is',
);

/** The value of `--name`; undefined if it is not given. @throws UsageError if it is not valid */
export function findNameFlag({ name }: Flags): PrimeName | undefined {
  return typeof name === 'string' ? accept(parsePrimeName(name), '--name: ') : undefined;
}
