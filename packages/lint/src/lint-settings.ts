// The key `lint` of pack.yaml, outside the contract: the rules that an author turns off.
import { type Position, quote, readYamlMapping } from '@prime-registry/protocol';
import { isMap, isScalar, isSeq } from 'yaml';
import type { NewFinding } from './finding.ts';
import { isRuleCode, type RuleCode } from './rule-table.ts';
import type { PlaceOfField } from './rules/lint-manifest.ts';

/** What lint reads of a pack.yaml besides its values. */
export interface LintSettings {
  /** Rules that the author turned off. */
  readonly off: ReadonlySet<RuleCode>;
  /** What is wrong with the key itself, for the rule `unknown-rule`. */
  readonly problems: readonly NewFinding[];
  /** Where the fields are. */
  readonly placeOf: PlaceOfField;
}

const MAX_CODES = 100;

/** Reads `lint: { off: [code, …] }`; a manifest that cannot be parsed has no settings. */
export function readLintSettings(manifestBytes: Uint8Array): LintSettings {
  const off = new Set<RuleCode>();
  const problems: NewFinding[] = [];
  const read = readYamlMapping(manifestBytes);
  if ('problem' in read) return { off, problems, placeOf: () => undefined };
  const { entries, positionOf } = read.mapping;
  const placeOf: PlaceOfField = (field) => entries.get(field)?.position;
  const report = (message: string, place: Position | undefined): void => {
    problems.push({ path: 'pack.yaml', ...place, message });
  };
  const entry = entries.get('lint');
  if (entry === undefined) return { off, problems, placeOf };
  const node = entry.node;
  if (!isMap(node)) {
    report("the key 'lint' is not a mapping", entry.position);
    return { off, problems, placeOf };
  }
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const place = isScalar(key) ? positionOf(key) : entry.position;
    if (name !== 'off') report(`the key 'lint' has no setting ${quote(name)}`, place);
    else if (!isSeq(value)) report("'off' is not a list of rules", place);
    else {
      for (const item of value.items.slice(0, MAX_CODES)) {
        const code = isScalar(item) ? String(item.value) : '';
        if (isRuleCode(code)) off.add(code);
        else report(`there is no rule ${quote(code)}`, isScalar(item) ? positionOf(item) : place);
      }
    }
  }
  return { off, problems, placeOf };
}
