// What to do about a version step that is too small. In a file of its own, because every command can report it.

/** Advice for the author. */
export const SMALL_STEP_HINT =
  "'prime version --auto' writes a version that is high enough; --allow-small-step insists on this one, unless the registry enforces the rule";
