import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import tools from '../../tools/node/package.json' with { type: 'json' };
import { goTool, nodeTool, pythonWith } from '../../tools/tools.ts';
import { generate, OPENAPI_GENERATOR } from '../openapi-generator.ts';
import { run } from '../run.ts';

/** What a stranger wants to do with a client: the checks of each program in `trials/`, in their order. */
export const CHECKS = ['main_job', 'metadata', 'null', 'events', 'error', 'page'] as const;
export type Check = (typeof CHECKS)[number];

/** A generator that others use, and how they do. */
export interface Client {
  /** The name of its folder in `trials/`. */
  name: string;
  language: string;
  /** With its exact version at the end. */
  generator: string;
  /** What a stranger types to make a client in the folder `client`. */
  recipe: string;
  /** The document that it takes, as the service serves it. */
  document: '/openapi.clients.json' | '/openapi.clients-3.0.json';
  /** Makes `client/` of `contract.json` in this folder, which also has the program, in `trial/`. */
  generate(folder: string): Promise<unknown>;
  /** Compiles both. */
  compile(folder: string): Promise<unknown>;
  /** Runs the program, which prints a line for each check. */
  trial(folder: string, env: Env): Promise<string>;
  /** What it cannot do for a reason of the generator's own, as docs/clients.md says it. All else must succeed. */
  cannot?: Partial<Record<Check, string>>;
}

type Env = Partial<Record<string, string>>;

const OAPI_CODEGEN = '2.8.2';
const OGEN = '1.25.0';
const OPENAPI_PYTHON_CLIENT = '0.29.1';
const PROGENITOR = '0.15.1';
const { dependencies } = tools;
const GO_ENV = { GOFLAGS: '-trimpath', CGO_ENABLED: '0' };
const MAVEN = ['--batch-mode', '--quiet'];
const MAVEN_ENV = { MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

export const CLIENTS: readonly Client[] = [
  {
    name: 'python',
    language: 'Python',
    ...openapiGenerator('python'),
    compile: (folder) => runPython('clients', ['-m', 'compileall', '-q', 'client/openapi_client'], folder),
    trial: (folder, env) =>
      runPython('clients', ['trial/trial.py'], folder, { ...env, PYTHONPATH: 'client' }),
  },
  {
    name: 'openapi-python-client',
    language: 'Python',
    generator: `openapi-python-client ${OPENAPI_PYTHON_CLIENT}`,
    recipe: 'openapi-python-client generate --url $URL/openapi.clients.json --meta none --output-path client',
    document: '/openapi.clients.json',
    generate: (folder) =>
      runPython(
        'openapi-python-client',
        [
          ...['-m', 'openapi_python_client', 'generate', '--path', 'contract.json', '--meta', 'none'],
          ...['--output-path', 'client/payments_account_api_client', '--overwrite'],
        ],
        folder,
      ),
    compile: (folder) => runPython('python-client', ['-m', 'compileall', '-q', 'client'], folder),
    trial: (folder, env) =>
      runPython('python-client', ['trial/trial.py'], folder, { ...env, PYTHONPATH: 'client' }),
  },
  {
    name: 'typescript-fetch',
    language: 'TypeScript',
    ...openapiGenerator('typescript-fetch'),
    compile: compileTypeScript,
    trial: runTypeScript,
  },
  {
    name: 'typescript-axios',
    language: 'TypeScript',
    ...openapiGenerator('typescript-axios'),
    compile: compileTypeScript,
    trial: runTypeScript,
  },
  {
    name: 'hey-api',
    language: 'TypeScript',
    generator: `@hey-api/openapi-ts ${dependencies['@hey-api/openapi-ts']}`,
    recipe: 'openapi-ts -i $URL/openapi.clients.json -o client',
    document: '/openapi.clients.json',
    generate: async (folder) =>
      run(await nodeTool('openapi-ts'), ['-i', 'contract.json', '-o', 'client'], { cwd: folder }),
    compile: compileTypeScript,
    trial: runTypeScript,
  },
  {
    name: 'openapi-fetch',
    language: 'TypeScript',
    generator: `openapi-typescript ${dependencies['openapi-typescript']}`,
    recipe:
      '`openapi-typescript $URL/openapi.clients.json -o client/schema.ts`, and the package openapi-fetch',
    document: '/openapi.clients.json',
    generate: async (folder) =>
      run(await nodeTool('openapi-typescript'), ['contract.json', '-o', 'client/schema.ts'], { cwd: folder }),
    compile: compileTypeScript,
    trial: runTypeScript,
  },
  {
    name: 'orval',
    language: 'TypeScript',
    generator: `orval ${dependencies.orval}`,
    recipe: 'orval --input $URL/openapi.clients.json --output client/index.ts',
    document: '/openapi.clients.json',
    generate: async (folder) =>
      run(await nodeTool('orval'), ['--input', 'contract.json', '--output', 'client/index.ts'], {
        cwd: folder,
      }),
    compile: compileTypeScript,
    trial: runTypeScript,
  },
  {
    name: 'oazapfts',
    language: 'TypeScript',
    generator: `oazapfts ${dependencies.oazapfts}`,
    recipe: 'oazapfts $URL/openapi.clients.json client/index.ts',
    document: '/openapi.clients.json',
    generate: async (folder) =>
      run(await nodeTool('oazapfts'), ['contract.json', 'client/index.ts'], { cwd: folder }),
    compile: compileTypeScript,
    trial: runTypeScript,
  },
  {
    name: 'swagger-typescript-api',
    language: 'TypeScript',
    generator: `swagger-typescript-api ${dependencies['swagger-typescript-api']}`,
    recipe: 'swagger-typescript-api generate -p $URL/openapi.clients.json -o client',
    document: '/openapi.clients.json',
    generate: async (folder) =>
      run(await nodeTool('swagger-typescript-api'), ['generate', '-p', 'contract.json', '-o', 'client'], {
        cwd: folder,
      }),
    compile: compileTypeScript,
    trial: runTypeScript,
  },
  {
    name: 'go',
    language: 'Go',
    ...openapiGenerator('go'),
    compile: compileGo,
    trial: runGo,
  },
  {
    name: 'oapi-codegen',
    language: 'Go',
    generator: `oapi-codegen ${OAPI_CODEGEN}`,
    recipe:
      '`oapi-codegen -config config.yaml openapi.clients.json`, with `output-options: {nullable-type: true}` in the file',
    document: '/openapi.clients.json',
    generate: async (folder) => {
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`;
      const config = {
        package: 'payments',
        generate: { models: true, client: true },
        'output-options': { 'nullable-type': true },
        output: 'client/client.gen.go',
      };
      await writeFile(join(folder, 'config.yaml'), JSON.stringify(config));
      await run(await goTool(tool), ['-config', 'config.yaml', 'contract.json'], { cwd: folder });
    },
    compile: compileGo,
    trial: runGo,
  },
  {
    name: 'ogen',
    language: 'Go',
    generator: `ogen ${OGEN}`,
    recipe: 'ogen --target client --package client --clean openapi.clients.json',
    document: '/openapi.clients.json',
    generate: async (folder) =>
      run(
        await goTool(`github.com/ogen-go/ogen/cmd/ogen@v${OGEN}`),
        ['--target', 'client', '--package', 'client', '--clean', 'contract.json'],
        { cwd: folder },
      ),
    compile: compileGo,
    trial: runGo,
  },
  {
    name: 'java',
    language: 'Java',
    ...openapiGenerator('java'),
    cannot: { null: 'a field that is null is not sent' },
    compile: compileJava,
    trial: runJava,
  },
  {
    name: 'java-native',
    language: 'Java',
    ...openapiGenerator('java', { library: 'native' }),
    compile: compileJava,
    trial: runJava,
  },
  {
    name: 'kotlin',
    language: 'Kotlin',
    ...openapiGenerator('kotlin'),
    cannot: {
      null: 'a field that is null is not sent',
      events: 'an event is an interface, which its JSON library cannot read',
    },
    compile: (folder) =>
      run(
        'mvn',
        [...MAVEN, '-Dkotlin.compiler.daemon=false', 'compile', CLASSPATH, '-Dmdep.outputFile=classpath'],
        {
          cwd: join(folder, 'trial'),
          env: MAVEN_ENV,
        },
      ),
    trial: async (folder, env) => runMain('TrialKt', join(folder, 'trial'), env),
  },
  {
    name: 'php',
    language: 'PHP',
    ...openapiGenerator('php'),
    compile: (folder) =>
      run('sh', ['-c', "find client/lib trial -name '*.php' -print0 | xargs -0 -n 1 php -l"], {
        cwd: folder,
      }),
    cannot: { events: 'an event is read as `WebhookEvent`, whose `data` has the fields of one of them only' },
    trial: (folder, env) =>
      run('php', ['-d', 'error_reporting=E_ALL & ~E_DEPRECATED', 'trial/trial.php'], { cwd: folder, env }),
  },
  {
    name: 'ruby',
    language: 'Ruby',
    ...openapiGenerator('ruby'),
    compile: (folder) => run('sh', ['-c', 'ruby -c client/lib/*.rb trial/*.rb'], { cwd: folder }),
    trial: (folder, env) => run('ruby', ['-I', 'client/lib', 'trial/trial.rb'], { cwd: folder, env }),
  },
  {
    name: 'rust',
    language: 'Rust',
    ...openapiGenerator('rust'),
    cannot: {
      events: 'its enum of events takes away the field `type`, without which it then reads no event',
    },
    compile: compileRust,
    trial: runRust,
  },
  {
    name: 'progenitor',
    language: 'Rust',
    generator: `progenitor ${PROGENITOR}`,
    recipe: '`progenitor::generate_api!("openapi.clients-3.0.json")`',
    document: '/openapi.clients-3.0.json',
    cannot: { null: 'a field that is null is not sent' },
    // A macro: it makes the client while the program is compiled.
    generate: () => Promise.resolve(),
    compile: compileRust,
    trial: runRust,
  },
];

/** openapi-generator with its defaults, and these additional properties. */
function openapiGenerator(
  generatorName: string,
  additionalProperties: Record<string, string> = {},
): Pick<Client, 'generator' | 'recipe' | 'document' | 'generate'> {
  const options = Object.entries(additionalProperties).map(([name, value]) => ` -p ${name}=${value}`);
  return {
    generator: OPENAPI_GENERATOR,
    recipe: `openapi-generator generate -i $URL/openapi.clients.json -g ${generatorName} -o client${options.join('')}`,
    document: '/openapi.clients.json',
    generate: async (folder) => {
      const contract: object = JSON.parse(await readFile(join(folder, 'contract.json'), 'utf8'));
      const outputDir = join(folder, 'client');
      const warnings = await generate(contract, { generatorName, outputDir, additionalProperties });
      const ours = warnings.filter((line) => !OF_EVERY_CONTRACT.some((pattern) => pattern.test(line)));
      if (ours.length > 0) throw new Error(`${generatorName} warns:\n${ours.join('\n')}`);
    },
  };
}

/** What openapi-generator says about every contract: each pattern with its reason. Anything else is a warning. */
const OF_EVERY_CONTRACT: readonly RegExp[] = [
  // Any document of OpenAPI 3.1.
  /OpenAPI 3\.1 support is still in beta/,
  // Any document of OpenAPI 3.1 in which a map or a closed object has a name. What is made of them is right.
  /ModelUtils - Failed to get the schema name: null$/,
  // Go: a file named after `WebhookTest` would be one of tests, and `type` is a keyword.
  /AbstractGoCodegen - \S+ (with suffix )?\(reserved word\) cannot be used as \S+( name)?\. Renamed to \S+$/,
  // Java: examples of bodies, in the documentation that it makes.
  /AbstractJavaCodegen - Ignoring complex example on request body$/,
  // PHP: a body of any fields has no example in the documentation that it makes.
  /AbstractPhpCodegen - Type mixed not handled properly in setParameterExampleValue$/,
  // Rust: any name with a character that an identifier cannot have, such as `application/json` and each `X-…` header,
  // and any that is a keyword. Two that become one would not compile.
  /AbstractRustCodegen - \S+ cannot be used as a (model|parameter|field\/variable|enum variant|enum) name\. Renamed to \S+$/,
];

async function runPython(packages: string, args: string[], folder: string, env: Env = {}): Promise<string> {
  return run(await pythonWith(packages), args, { cwd: folder, env });
}

async function compileTypeScript(folder: string): Promise<void> {
  // As a program of its own, whatever the project around it is.
  await writeFile(join(folder, 'package.json'), '{}');
  const tsc = await nodeTool('tsc');
  await symlink(dirname(dirname(tsc)), join(folder, 'node_modules'), 'dir');
  const compilerOptions = {
    ...{
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      outDir: 'dist',
      rootDir: '.',
    },
    ...{
      module: 'commonjs',
      moduleResolution: 'node10',
      strict: true,
      skipLibCheck: true,
      esModuleInterop: true,
    },
  };
  const project = { compilerOptions, include: ['client', 'trial'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  await run(tsc, ['--project', folder], { cwd: folder });
}

function runTypeScript(folder: string, env: Env): Promise<string> {
  return run(process.execPath, ['dist/trial/trial.js'], { cwd: folder, env });
}

async function compileGo(folder: string): Promise<void> {
  await rename(join(folder, 'trial', 'go.mod'), join(folder, 'go.mod'));
  // The generator's own module would be another than the program's.
  await run('sh', ['-c', 'rm -rf client/go.mod client/go.sum client/test'], { cwd: folder });
  await run('go', ['mod', 'tidy'], { cwd: folder, env: GO_ENV });
  await run('go', ['build', '-o', 'program', './trial'], { cwd: folder, env: GO_ENV });
}

function runGo(folder: string, env: Env): Promise<string> {
  return run('./program', [], { cwd: folder, env });
}

const CLASSPATH = 'dependency:build-classpath';

async function compileJava(folder: string): Promise<void> {
  const client = join(folder, 'client');
  await run('cp', ['trial/Trial.java', 'client/src/main/java'], { cwd: folder });
  await run('mvn', [...MAVEN, 'compile', CLASSPATH, '-Dmdep.outputFile=classpath'], {
    cwd: client,
    env: MAVEN_ENV,
  });
}

function runJava(folder: string, env: Env): Promise<string> {
  return runMain('Trial', join(folder, 'client'), env);
}

async function runMain(main: string, project: string, env: Env): Promise<string> {
  const classpath = await readFile(join(project, 'classpath'), 'utf8');
  return run('java', ['-XX:TieredStopAtLevel=1', '-cp', `target/classes:${classpath.trim()}`, main], {
    cwd: project,
    env,
  });
}

function compileRust(folder: string): Promise<unknown> {
  return run('cargo', ['build', '--quiet', '--target-dir', '../../rust-target'], {
    cwd: join(folder, 'trial'),
    env: { RUSTFLAGS: '--cap-lints allow' },
  });
}

function runRust(folder: string, env: Env): Promise<string> {
  return run('../../rust-target/debug/trial', [], { cwd: join(folder, 'trial'), env });
}
