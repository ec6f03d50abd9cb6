// The languages whose code gets colours: those that texts about software mostly have. Each is loaded when it is needed.

/** A language of highlight.js. */
export interface Language {
  /** The name that it has there. */
  readonly name: string;
  readonly load: () => Promise<{ readonly default: object }>;
}

/** Each with the further names that authors give it, in lower case. */
const LANGUAGES: readonly (readonly [name: string, others: readonly string[], load: Language['load']])[] = [
  ['bash', ['sh', 'zsh', 'shell-script'], () => import('highlight.js/lib/languages/bash')],
  ['shell', ['console', 'shell-session', 'terminal'], () => import('highlight.js/lib/languages/shell')],
  ['c', ['h'], () => import('highlight.js/lib/languages/c')],
  ['cpp', ['c++', 'cc', 'hpp'], () => import('highlight.js/lib/languages/cpp')],
  ['csharp', ['c#', 'cs'], () => import('highlight.js/lib/languages/csharp')],
  ['css', [], () => import('highlight.js/lib/languages/css')],
  ['diff', ['patch'], () => import('highlight.js/lib/languages/diff')],
  ['dockerfile', ['docker', 'containerfile'], () => import('highlight.js/lib/languages/dockerfile')],
  ['elixir', ['ex', 'exs'], () => import('highlight.js/lib/languages/elixir')],
  ['go', ['golang'], () => import('highlight.js/lib/languages/go')],
  ['graphql', ['gql'], () => import('highlight.js/lib/languages/graphql')],
  ['http', ['https'], () => import('highlight.js/lib/languages/http')],
  ['ini', ['toml', 'conf', 'properties', 'editorconfig'], () => import('highlight.js/lib/languages/ini')],
  ['java', [], () => import('highlight.js/lib/languages/java')],
  ['javascript', ['js', 'jsx', 'mjs', 'cjs'], () => import('highlight.js/lib/languages/javascript')],
  ['json', ['json5', 'jsonc', 'jsonl'], () => import('highlight.js/lib/languages/json')],
  ['kotlin', ['kt', 'kts'], () => import('highlight.js/lib/languages/kotlin')],
  ['lua', [], () => import('highlight.js/lib/languages/lua')],
  ['makefile', ['make', 'mk'], () => import('highlight.js/lib/languages/makefile')],
  ['nginx', [], () => import('highlight.js/lib/languages/nginx')],
  ['php', [], () => import('highlight.js/lib/languages/php')],
  ['powershell', ['ps1', 'pwsh'], () => import('highlight.js/lib/languages/powershell')],
  ['python', ['py', 'python3'], () => import('highlight.js/lib/languages/python')],
  ['ruby', ['rb'], () => import('highlight.js/lib/languages/ruby')],
  ['rust', ['rs'], () => import('highlight.js/lib/languages/rust')],
  ['scss', ['sass'], () => import('highlight.js/lib/languages/scss')],
  ['sql', ['postgres', 'postgresql', 'sqlite', 'mysql'], () => import('highlight.js/lib/languages/sql')],
  ['swift', [], () => import('highlight.js/lib/languages/swift')],
  ['typescript', ['ts', 'tsx', 'mts', 'cts'], () => import('highlight.js/lib/languages/typescript')],
  ['xml', ['html', 'xhtml', 'svg', 'vue'], () => import('highlight.js/lib/languages/xml')],
  ['yaml', ['yml'], () => import('highlight.js/lib/languages/yaml')],
];

const byName = new Map<string, Language>(
  LANGUAGES.flatMap(([name, others, load]) => {
    const language = { name, load };
    return [name, ...others].map((each) => [each, language] as const);
  }),
);

/** The language of a name in lower case. */
export function findLanguage(name: string): Language | undefined {
  return byName.get(name);
}
