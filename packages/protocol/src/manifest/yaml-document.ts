// Parses one YAML 1.2 document with limits against hostile YAML, and refuses what two readers could read
// differently.
import { type Alias, type ErrorCode, type Scalar, visit, type YAMLError } from 'yaml';
import type { FieldProblem } from '../text/field-problem.ts';
import { type LocatedYaml, parseLocatedYaml } from '../text/located-yaml.ts';
import { printable, quote } from '../text/quote.ts';
import { findRepeatedKeys } from '../text/repeated-keys.ts';
import { manifestProblem } from './manifest-problem.ts';
import { findCost } from './yaml-cost.ts';

const MAX_ALIASES = 20;

const REMEDIES: Partial<Record<ErrorCode, string>> = {
  BAD_DIRECTIVE: '; remove the directive',
  BAD_SCALAR_START: '; put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    '; put a value that holds a colon in quotes, and indent the keys of one mapping alike',
  TAB_AS_INDENT: '; indent with spaces',
};

/** Parses text with one document. Repeated top-level keys are left to the caller, who knows the fields. */
export function readYamlDocument(text: string): LocatedYaml | { problem: FieldProblem } {
  const tooCostly = findCost(text);
  if (tooCostly !== undefined) return tooCostly;
  // Repeated keys are found below, in linear time.
  const yaml = parseLocatedYaml(text, { uniqueKeys: false });
  const { document, positionAt } = yaml;
  // For the parser, an unsupported directive is only a warning. So is an unknown tag, but that is harmless.
  const [error] = [...document.errors, ...document.warnings.filter(({ code }) => code === 'BAD_DIRECTIVE')];
  if (error !== undefined) return manifestProblem(describeError(error), positionAt(error.pos[0]));
  if (document.directives.yaml.version === '1.1') return manifestProblem('declares YAML 1.1; use YAML 1.2');
  return findAmbiguity(yaml) ?? yaml;
}

function findAmbiguity({ document, positionOf }: LocatedYaml): { problem: FieldProblem } | undefined {
  const aliases: Alias[] = [];
  const aliasKeys: Alias[] = [];
  const repeatedKeys: Scalar[] = [];
  const mergeKeys: Scalar[] = [];
  visit(document, {
    Alias: (place, alias) => {
      (place === 'key' ? aliasKeys : aliases).push(alias);
    },
    Scalar: (place, scalar) => {
      if (place === 'key' && scalar.value === '<<') mergeKeys.push(scalar);
    },
    Map: (_place, map) => {
      if (map !== document.contents) repeatedKeys.push(...findRepeatedKeys(map));
    },
  });
  if (aliases.length > MAX_ALIASES) {
    return manifestProblem(`has more than ${MAX_ALIASES} aliases; write the values themselves`);
  }
  const dangling = aliases.find((alias) => alias.resolve(document) === undefined);
  if (dangling !== undefined) {
    const message = `has the alias ${quote(dangling.source)} whose anchor is not defined before it`;
    return manifestProblem(message, positionOf(dangling));
  }
  const [aliasKey] = aliasKeys;
  if (aliasKey !== undefined) {
    return manifestProblem('has an alias as a key; write the key itself', positionOf(aliasKey));
  }
  const [mergeKey] = mergeKeys;
  if (mergeKey !== undefined) {
    const message =
      "has the merge key '<<', which some YAML readers obey and others do not; write the keys themselves";
    return manifestProblem(message, positionOf(mergeKey));
  }
  const [repeated] = repeatedKeys;
  if (repeated === undefined) return undefined;
  const message = `has the key ${quote(String(repeated.value))} more than once in one mapping; keep one`;
  return manifestProblem(message, positionOf(repeated));
}

function describeError({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'holds more than one YAML document; keep one';
  // The parser ran out of stack, at about 1,500 levels. Walking a parsed document takes less than half of
  // that stack.
  if (code === 'RESOURCE_EXHAUSTION') return 'is nested too deeply';
  return `is not valid YAML: ${printable(message, 160)}${REMEDIES[code] ?? ''}`;
}
