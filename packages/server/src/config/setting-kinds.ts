// The kinds of settings: texts, files, lists, numbers, switches, choices, sizes, durations.
import { formatExactDuration, formatExactSize, parseDuration, parseSize } from '@prime-registry/command-line';
import type { Setting } from './setting.ts';

interface Description<T> {
  readonly name: string;
  readonly summary: string;
  readonly default: T;
}

/** A text that the pattern accepts. */
export function textSetting(
  allowed: string,
  description: Description<string>,
  pattern: RegExp = /^\P{Cc}+$/u,
): Setting<string> {
  return {
    ...description,
    allowed,
    defaultText: description.default,
    read: (text) => (pattern.test(text) ? text : undefined),
  };
}

/** The path of a file; `none` is the default, and empty. */
export function fileSetting(
  allowed: string,
  description: Omit<Description<string>, 'default'>,
): Setting<string> {
  const path = textSetting(`none, or the path of ${allowed}`, { ...description, default: '' });
  return { ...path, defaultText: 'none', read: (text) => (text === 'none' ? '' : path.read(text)) };
}

/** A list; `none` is the default, and empty. */
export function listSetting<T>(
  setting: Omit<Setting<readonly T[]>, 'default' | 'defaultText'>,
): Setting<readonly T[]> {
  return {
    ...setting,
    default: [],
    defaultText: 'none',
    read: (text) => (text.trim() === 'none' ? [] : setting.read(text)),
  };
}

/** Reads texts with commas between them; undefined if one of them is not allowed. */
export function readList<T>(text: string, read: (part: string) => T | undefined): readonly T[] | undefined {
  const items: T[] = [];
  for (const part of text.split(',')) {
    const item = read(part.trim());
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/** A whole number from `minimum` to `maximum`. */
export function integerSetting(
  minimum: number,
  maximum: number,
  description: Description<number>,
): Setting<number> {
  return {
    ...description,
    allowed: `a whole number from ${minimum} to ${maximum}`,
    defaultText: String(description.default),
    read: (text) => {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** `true` or `false`, which is the default; the flag alone means `true`. */
export function switchSetting(description: Omit<Description<boolean>, 'default'>): Setting<boolean> {
  return {
    ...description,
    allowed: 'true or false',
    default: false,
    defaultText: 'false',
    isSwitch: true,
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  };
}

/** One of several words. */
export function choiceSetting<T extends string>(
  choices: readonly T[],
  description: Description<NoInfer<T>>,
): Setting<T> {
  return {
    ...description,
    allowed: `one of ${choices.join(', ')}`,
    defaultText: description.default,
    read: (text) => choices.find((choice) => choice === text),
  };
}

/** The same setting, where 0 has a special meaning. */
export function orZero(setting: Setting<number>): Setting<number> {
  return {
    ...setting,
    allowed: `0, or ${setting.allowed}`,
    defaultText: setting.default === 0 ? '0' : setting.defaultText,
    read: (text) => (text === '0' ? 0 : setting.read(text)),
  };
}

/** A number of bytes, in bytes or with KiB, MiB or GiB; at least 1 KiB, at most 1,024 GiB. */
export function sizeSetting(description: Description<number>): Setting<number> {
  return {
    ...description,
    allowed: 'a size from 1KiB to 1024GiB, such as 500KiB, 100MiB or 1GiB',
    defaultText: formatExactSize(description.default),
    read: (text) => {
      const sizeBytes = parseSize(text) ?? Number.NaN;
      return sizeBytes >= 2 ** 10 && sizeBytes <= 2 ** 40 ? sizeBytes : undefined;
    },
  };
}

/** The same, or 0. */
export function sizeOrZero(description: Description<number>): Setting<number> {
  return orZero(sizeSetting(description));
}

const DAY_MS = 86_400_000;

/**
 * A duration in milliseconds, written with ms, s, m, h or d; from 1 ms to a day, so that timers can hold it.
 */
export function durationSetting(description: Description<number>): Setting<number> {
  return {
    ...description,
    allowed: 'a duration from 1ms to 1d, such as 500ms, 30s, 10m or 2h',
    defaultText: formatExactDuration(description.default),
    read: (text) => {
      const durationMs = parseDuration(text);
      return durationMs !== undefined && durationMs <= DAY_MS ? durationMs : undefined;
    },
  };
}
