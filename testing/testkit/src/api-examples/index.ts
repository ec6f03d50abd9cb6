// Examples of the API, recorded from a running registry.
export { type RecordedExample, recordExamples } from './record-examples.ts';
