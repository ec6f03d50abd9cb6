// The door of the package.
export * from './registry-reader.ts';
export * from './registry-request-error.ts';
