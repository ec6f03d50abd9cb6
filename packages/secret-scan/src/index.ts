// The public interface of the package.

export { SECRET_RULE_IDS } from './rules.ts';
export { findSecrets, type SecretFinding, type SecretReport, SecretScanner } from './secret-scanner.ts';
