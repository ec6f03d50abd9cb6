// The package's entry point.
export { findSimilar } from '@prime-registry/protocol/basics';
export { formatCount, formatNumber, formatSize } from './amounts.ts';
export { formatColumns, wrapText } from './columns.ts';
export { describeOptions, formatHelp, type HelpList } from './help.ts';
export { type Flags, flag, type OptionDescription, type Options, valued } from './option.ts';
export { parseOptions } from './parse-options.ts';
export {
  escapeControls,
  formatJson,
  formatJsonLine,
  toPrintable,
  toPrintableLine,
  toPrintableText,
} from './printable.ts';
export { requireParameters } from './require-parameters.ts';
export { StatusLine } from './status-line.ts';
export { formatExactDuration, formatExactSize, parseDuration, parseSize } from './units.ts';
export { accept, UsageError } from './usage-error.ts';
export { cutToWidth, widthOf } from './width.ts';
