// Findings as SARIF 2.1.0 (OASIS), which editors and forges read. Its types are made from the schema of SARIF.
import type { Log, PhysicalLocation } from 'sarif';
import type { Finding } from '../finding.ts';
import { RULE_CODES, RULES } from '../rule-table.ts';
import { createFingerprints, type ToPath } from './place.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** A log with one run. @param toolVersion - of the program, a semantic version */
export function toSarif(findings: readonly Finding[], toPath: ToPath, toolVersion: string): Log {
  const fingerprintOf = createFingerprints();
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'prime lint',
            semanticVersion: toolVersion,
            rules: RULE_CODES.map((code) => ({
              id: code,
              shortDescription: { text: `${RULES[code].summary}.` },
              help: { text: `${capitalize(RULES[code].remedy)}.` },
              defaultConfiguration: { level: RULES[code].severity },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: RULE_CODES.indexOf(finding.rule),
          level: finding.severity,
          message: { text: `${capitalize(finding.message)}. To mend it, ${finding.remedy}.` },
          locations: [{ physicalLocation: toLocation(finding, toPath) }],
          partialFingerprints: { 'primeLint/v1': fingerprintOf(finding) },
        })),
      },
    ],
  };
}

function toLocation({ path, line, column }: Finding, toPath: ToPath): PhysicalLocation {
  const uri = toPath(path).split('/').map(encodeURIComponent).join('/').replaceAll('%40', '@');
  if (line === undefined) return { artifactLocation: { uri } };
  const region = { startLine: line, ...(column !== undefined && { startColumn: column }) };
  return { artifactLocation: { uri }, region };
}

/** The first letter of a sentence, unless it begins with an id. */
function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
