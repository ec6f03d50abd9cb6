// Libraries without types.
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  const footnotes: (markdown: MarkdownIt) => void;
  export default footnotes;
}

declare module 'highlight.js/lib/languages/*' {
  const language: object;
  export default language;
}
