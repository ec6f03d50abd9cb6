// Repeated keys of a YAML mapping, in linear time: the parser's own search takes quadratic time.
import { isScalar, type Scalar, type YAMLMap } from 'yaml';

/** The keys of a mapping that it has already, in linear time. */
export function findRepeatedKeys(map: YAMLMap): Scalar[] {
  const seen = new Set<string>();
  const repeated: Scalar[] = [];
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (seen.has(name)) repeated.push(key);
    seen.add(name);
  }
  return repeated;
}
