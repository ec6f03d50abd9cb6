// Types for an older version of `tar`, which brings none: those of its packing are the same as today's.
declare module 'tar-6' {
  export const create: typeof import('tar').create;
}
