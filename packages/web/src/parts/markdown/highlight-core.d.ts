// The types of highlight.js/lib/core that are used: its own ones make all code believe that it runs in a browser.
declare const library: {
  configure(options: { readonly classPrefix: string }): void;
  registerLanguage(name: string, language: object): void;
  getLanguage(name: string): object | undefined;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
};
export default library;
