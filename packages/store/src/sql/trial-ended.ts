// What a transaction throws that has done its work and keeps nothing.

/** Rolls a transaction back on purpose. No failure of the database, so it must not run again. */
export class TrialEnded extends Error {}
