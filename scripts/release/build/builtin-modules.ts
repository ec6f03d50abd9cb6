// Takes the modules of Node.js without `import`: for that, Node.js evaluates every export of such a module, also those that it
// would load only when they are used, such as the streams of `node:fs`: some forty modules more.

const IMPORT = /^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+)|\{([^}\n]*)\})? from "(node:[\w/]+)";$/gm;

/** JavaScript that takes these modules from Node.js 22 or newer, line by line as before. */
export function takeBuiltinModules(code: string): string {
  return code.replaceAll(IMPORT, (_, own?: string, all?: string, names?: string, module?: string) => {
    const taken = [own, all, names && `{${names.replaceAll(' as ', ': ')}}`].filter(
      (each) => each !== undefined,
    );
    return `const ${taken.map((each) => `${each} = process.getBuiltinModule("${module}")`).join(', ')};`;
  });
}
