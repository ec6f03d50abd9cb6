// Lists of patterns, as of ssh_config(5), "PATTERNS".

/** Whether a text matches a pattern of a list separated by commas, and none of those that begin with `!`. */
export function matchPatternList(text: string, patterns: string): boolean {
  let isMatched = false;
  for (const pattern of patterns.split(',')) {
    if (pattern.startsWith('!')) {
      if (matches(text, pattern.slice(1))) return false;
    } else if (matches(text, pattern)) {
      isMatched = true;
    }
  }
  return isMatched;
}

/** `*` stands for any characters, `?` for one. In time proportional to the product of the lengths at most. */
function matches(text: string, pattern: string): boolean {
  let at = 0;
  let position = 0;
  // After the last `*`: where to go on in the pattern, and how much of the text that star takes.
  let afterStar = -1;
  let taken = 0;
  while (position < text.length) {
    if (pattern[at] === '*') {
      at += 1;
      afterStar = at;
      taken = position;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[position])) {
      at += 1;
      position += 1;
    } else if (afterStar >= 0) {
      taken += 1;
      position = taken;
      at = afterStar;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}
