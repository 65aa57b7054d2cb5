import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_NAMES } from '../../../src/contract/derived/package-names.ts';
import tools from '../../tools/node/package.json' with { type: 'json' };
import { nodeTool } from '../../tools/tools.ts';
import { readForLayer } from '../contract.ts';
import { snippetOf } from '../readme.ts';
import { run } from '../run.ts';
import { importsOf, readSamples } from '../samples.ts';
import type { Sdk } from '../sdk.ts';
import { errorCodesModule } from './error-codes.ts';
import { packaging } from './packaging.ts';

const CLIENT = fileURLToPath(new URL('client', import.meta.url));
const { '@hey-api/openapi-ts': GENERATOR, typescript: TYPESCRIPT } = tools.dependencies;

export const sdk: Sdk = {
  language: 'typescript',
  generator: `@hey-api/openapi-ts ${GENERATOR}`,
  checkedBy: 'tsc --strict, node --test',

  async build(contractFile, directory) {
    await cp(CLIENT, directory, { recursive: true });
    const { document, datedVersion } = await readForLayer(contractFile);
    const { version } = document.info;
    const input = join(directory, 'openapi.json');
    const output = join(directory, 'src', 'generated');
    await writeFile(input, JSON.stringify(document));
    await run(await nodeTool('openapi-ts'), ['-f', 'openapi-ts.config.ts', '-i', input, '-o', output], {
      cwd: directory,
    });
    await Promise.all([
      openEnums(join(output, 'types.gen.ts'), document),
      writeFile(join(directory, 'src', 'version.gen.ts'), versions(version, datedVersion)),
      writeFile(join(directory, 'src', 'error-codes.gen.ts'), await errorCodesModule(contractFile)),
      writeFile(join(directory, 'test', 'readme.test.ts'), await snippetOf(directory)),
      writeFile(join(directory, 'test', 'samples.ts'), await samplesModule()),
      writeFile(join(directory, 'package.json'), JSON.stringify(packageOf(version), undefined, 2)),
    ]);
    await Promise.all([input, join(directory, 'openapi-ts.config.ts')].map((file) => rm(file)));
  },

  isInstalledCompiled: true,
  async compile(directory) {
    await run(await nodeTool('tsc'), ['--project', directory], { cwd: directory });
  },

  async check(directory, sandbox) {
    const tests = join(directory, 'dist', 'test');
    const files = (await readdir(tests)).filter((name) => name.endsWith('.test.js'));
    await run(process.execPath, ['--test', ...files], { cwd: tests, env: { ...sandbox } });
  },

  packaging,
};

/** Where the contract says that there may be more values, the type names those of today, and takes any. */
async function openEnums(file: string, document: any): Promise<void> {
  let types = await readFile(file, 'utf8');
  for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
    if (schema['x-extensible'] !== true) continue;
    const declaration = new RegExp(`^(export type ${name} = '.*');$`, 'm');
    if (!declaration.test(types)) throw new Error(`There is no union ${name} in ${file}.`);
    types = types.replace(declaration, '$1 | (string & {});');
  }
  await writeFile(file, types);
}

function versions(version: string, datedVersion: string): string {
  return `/** The version of the contract that this client was made from. */
export const VERSION = '${version}';

/** The dated version that this client asks for in each call. */
export const SERVICE_VERSION = '${datedVersion}';
`;
}

function packageOf(version: string): object {
  return {
    name: PACKAGE_NAMES.npm,
    version,
    type: 'module',
    exports: './dist/src/index.js',
    engines: { node: '>=20.19' },
    scripts: { build: 'tsc', test: 'node --test dist/test/*.test.js' },
    devDependencies: { '@types/node': '20.19.43', typescript: TYPESCRIPT },
  };
}

/** The samples of the reference, which need only compile. */
async function samplesModule(): Promise<string> {
  const samples = await readSamples('typescript');
  const functions = samples.map(({ call, body }) => `  async ${call.operationId}() {\n${body}\n  },`);
  return `${importsOf(samples)}\n\nexport const samples = {\n${functions.join('\n')}\n};\n`;
}
