// The public interface of the package.

export { SECRET_RULE_IDS } from './rules.ts';
export { createFastScan, type Scan, scanSlowly } from './search/scan.ts';
export { type OnText, type Run, TextSearch } from './search/text-search.ts';
export { findSecrets, type SecretFinding, type SecretReport, SecretScanner } from './secret-scanner.ts';
