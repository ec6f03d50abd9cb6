// The options of `prime lint`, and the formats for other programs.
import { type Flags, formatJson, toPrintableText, UsageError } from '@prime-registry/command-line';
import { readVersion } from '@prime-registry/launch';
import {
  type Finding,
  isRuleCode,
  RULE_CODES,
  type RuleCode,
  toGitHub,
  toGitLab,
  toSarif,
} from '@prime-registry/lint';

const FORMATS = ['text', 'sarif', 'github', 'gitlab'] as const;

/** The findings in a format for other programs. @param toPath - of a file, for them */
export function formatFindings(
  format: Exclude<(typeof FORMATS)[number], 'text'>,
  findings: readonly Finding[],
  toPath: (path: string) => string,
): string {
  if (format === 'github') return toPrintableText(toGitHub(findings, toPath));
  const log = format === 'sarif' ? toSarif(findings, toPath, readVersion()) : toGitLab(findings, toPath);
  return formatJson(log);
}

/** `--format`. @throws UsageError */
export function readFormat({ format = 'text', json }: Flags): (typeof FORMATS)[number] {
  const known = FORMATS.find((each) => each === format);
  if (known === undefined)
    throw new UsageError(`--format: '${String(format)}' is not one of ${FORMATS.join(', ')}`);
  if (json === true && known !== 'text')
    throw new UsageError('--json and --format exclude each other; give one');
  return known;
}

/** `--max-warnings`; infinite without it. @throws UsageError */
export function readMaxWarnings({ 'max-warnings': given }: Flags): number {
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (typeof given === 'string' && /^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`--max-warnings: '${String(given)}' is not a whole number, such as 0`);
}

/** `--off`. @throws UsageError */
export function readOff({ off }: Flags): ReadonlySet<RuleCode> {
  const codes = Array.isArray(off) ? off : [];
  return new Set(
    codes.map((code) => {
      if (isRuleCode(code)) return code;
      throw new UsageError(`--off: there is no rule '${code}'; the rules are ${RULE_CODES.join(', ')}`);
    }),
  );
}
