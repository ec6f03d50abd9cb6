// Findings for the logs of GitHub Actions and the code quality report of GitLab.
import type { Finding } from '../finding.ts';
import type { Severity } from '../rule-table.ts';
import { createFingerprints, type ToPath } from './place.ts';

const GITLAB_LEVELS: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', note: 'info' };

/** Workflow commands, one line each. */
export function toGitHub(findings: readonly Finding[], toPath: ToPath): string {
  return findings
    .map(({ rule, severity, path, line, column, message, remedy }) =>
      formatWorkflowCommand({
        level: severity === 'note' ? 'notice' : severity,
        ...{ file: toPath(path), line, column },
        title: rule,
        message: `${message}; ${remedy}`,
      }),
    )
    .join('\n');
}

/** An annotation for the log of GitHub Actions; runners of Forgejo and Gitea read the same form. */
export interface WorkflowCommand {
  readonly level: 'error' | 'warning' | 'notice';
  /** Relative to the repository, with `/`. */
  readonly file?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly title: string;
  readonly message: string;
}

/** One line, without a line feed. No part of it can end the command, or begin another one. */
export function formatWorkflowCommand(command: WorkflowCommand): string {
  const { level, file, line, column, title, message } = command;
  const properties = [
    ['file', file],
    ['line', line],
    ['col', column],
    ['title', title],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`]));
  return `::${level} ${properties.join(',')}::${escapeData(message)}`;
}

/** Issues in the format of Code Climate, as GitLab reads it. */
export function toGitLab(findings: readonly Finding[], toPath: ToPath): object[] {
  const fingerprintOf = createFingerprints();
  return findings.map((finding) => ({
    description: `${finding.message}; ${finding.remedy}`,
    check_name: finding.rule,
    fingerprint: fingerprintOf(finding),
    severity: GITLAB_LEVELS[finding.severity],
    location: { path: toPath(finding.path), lines: { begin: finding.line ?? 1 } },
  }));
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
