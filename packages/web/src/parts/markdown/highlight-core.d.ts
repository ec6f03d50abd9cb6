// Types of the part of highlight.js that is used.
export const hljs: {
  configure(options: { readonly classPrefix: string }): void;
  registerLanguage(name: string, language: object): void;
  getLanguage(name: string): object | undefined;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
};
