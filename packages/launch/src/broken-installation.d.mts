// The types of broken-installation.mjs.
export const BUILD_FILE: string;
export function explainBrokenInstallation(error: unknown): string | undefined;
export function findDamageInTurns(): Promise<string | undefined>;
