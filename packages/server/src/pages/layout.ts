// The frame of every page: no script, no font or image from elsewhere, readable on a phone and in the dark.
import { ROUTES } from '@prime-registry/protocol';
import { type Html, html } from './html.ts';

const STYLE = html`
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --faint: color-mix(in srgb, currentColor 65%, transparent); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
header { display: flex; gap: 1.25rem; align-items: baseline; border-bottom: 1px solid var(--line); padding-bottom: .6rem; }
header strong { flex: 1; }
a { color: inherit; text-underline-offset: .2em; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 2rem 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .25rem; overflow-wrap: anywhere; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
p.faint, span.faint { color: var(--faint); }`;

/** A whole page. */
export function layout({ title, content }: { readonly title: string; readonly content: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><strong><a href="${ROUTES.home}">prime-registry</a></strong> <a href="${ROUTES.apiReference}">API</a></header>
<main>
${content}
</main>
</body>
</html>
`.text;
}
