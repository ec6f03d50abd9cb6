// Changes how a bundle gets the modules of Node.js. For `import`, Node.js evaluates every export of a module, also those that load
// something when they are read: `node:fs` takes 5 ms of a start so, because of `node:fs/promises`, streams and worker threads.

/** What Node.js has loaded anyway before a program starts. */
const LOADED = ['node:fs', 'node:path', 'node:url', 'node:util', 'node:events', 'node:buffer', 'node:module'];

/** The imports of a file are its first lines, perhaps after that for the shell. */
const LEADING = /^(?:#!.*\n)?(?:import .*\n)*/;
const IMPORT =
  /^import (?:(?<whole>[\w$]+)(?:, )?)?(?:\{ (?<names>[^}]+) \} ?)? ?from "(?<module>node:[\w/]+)";$/gm;

/** TLS and HTTP/2, which libraries in CommonJS load for a setting that processes may not have: 4 MiB, and 11 ms of a start. */
const COSTLY_REQUIRE = /\bconst (?<name>[\w$]+) = __require\("(?:node:)?(?<module>https|http2)"\);/g;

/**
 * Replaces the imports of a file as the bundler writes it. Functions of modules that may not be loaded yet load them when they are
 * first called. Lines stay where they are.
 */
export function getBuiltinsWithoutImport(code: string): string {
  const kept = new Set<string>();
  const end = LEADING.exec(code)?.[0].length ?? 0;
  const imports = code.slice(0, end).replaceAll(IMPORT, (...match) => {
    const { whole, names, module } = match.at(-1) as Import;
    const lines = [
      ...(whole === undefined ? [] : [getWhole(whole, module)]),
      ...(names === undefined ? [] : getNamed(names, module, kept)),
    ];
    return lines.join(' ');
  });
  return (
    imports +
    code.slice(end).replaceAll(COSTLY_REQUIRE, (...match) => {
      const { name, module } = match.at(-1) as { readonly name: string; readonly module: string };
      return `const ${name} = new Proxy({}, { get: (_, key) => ${getter(`node:${module}`)}[key] });`;
    })
  );
}

interface Import {
  readonly whole?: string;
  readonly names?: string;
  readonly module: string;
}

/** A Node.js that is too old to have the function only has to reach the check of its version. */
function getWhole(name: string, module: string): string {
  return `const ${name} = globalThis.process.getBuiltinModule && ${getter(module)};`;
}

/** @param declared - the variables of earlier imports */
function getNamed(names: string, module: string, declared: Set<string>): string[] {
  const pairs = names.split(', ').map((each) => {
    const [name = '', own = name] = each.split(' as ');
    return { name, own };
  });
  const isLate = pairs.every(({ name }) => isPlainFunction(module, name)) && !LOADED.includes(module);
  if (!isLate)
    return [
      `const { ${pairs.map(({ name, own }) => (name === own ? name : `${name}: ${own}`)).join(', ')} } = ${getter(module)};`,
    ];
  // Loaded once: to find a module takes half as long as the digest of a small file.
  const kept = `${module.replaceAll(/\W/g, '_')}_`;
  const declaration = declared.has(kept) ? [] : [`let ${kept};`];
  declared.add(kept);
  return [
    ...declaration,
    ...pairs.map(
      ({ name, own }) => `const ${own} = (...values) => (${kept} ??= ${getter(module)}).${name}(...values);`,
    ),
  ];
}

/** A file may import `process` under this name. */
function getter(module: string): string {
  return `globalThis.process.getBuiltinModule(${JSON.stringify(module)})`;
}

/** Whether a call is all that one can do with it: not a class, and nothing that others look at, such as `util.promisify`. */
function isPlainFunction(module: string, name: string): boolean {
  const exports: unknown = process.getBuiltinModule(module);
  const value: unknown = (exports as Record<string, unknown>)[name];
  return (
    typeof value === 'function' &&
    /^[a-z]/.test(name) &&
    Reflect.ownKeys(value).every((key) => PLAIN_KEYS.includes(key))
  );
}

const PLAIN_KEYS: readonly (string | symbol)[] = ['length', 'name', 'prototype', 'arguments', 'caller'];
