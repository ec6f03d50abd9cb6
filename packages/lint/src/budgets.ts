// How long the texts of an atom may be. Agents load summaries of many atoms, the core text of some, and the full
// text of few; a context of 32,000 tokens should hold a hundred summaries or ten core texts.
import type { TextLevel } from '@prime-registry/atoms';

/** Most tokens of a text at each length, as estimateTokens counts them. */
export const TOKEN_BUDGETS: Readonly<Record<TextLevel, number>> = { summary: 300, core: 3000, full: 8000 };
