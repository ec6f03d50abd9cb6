// Statuses that several checks judge.

/** The status for an unknown method: a registry may answer so if it lacks an optional feature. */
export const NOT_IMPLEMENTED = 501;
