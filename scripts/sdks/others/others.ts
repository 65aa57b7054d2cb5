// Tries generators for languages that have no client of their own here: each must take the contract without a warning,
// and what it makes must compile and work, as far as the toolchains of this machine go. `npm run sdks:others` does all,
// `npm run sdks:others -- ruby` these.
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forClients } from '../../../src/contract/derived/clients.ts';
import { readContract } from '../../../src/contract/document.ts';
import { generate, OPENAPI_GENERATOR } from '../openapi-generator.ts';
import { run } from '../run.ts';
import { startSandbox } from '../sandbox.ts';
import type { SandboxForSdks } from '../sdk.ts';
import { recordResults, type Result } from '../table.ts';

/** A language that others have a generator for. */
interface Other {
  language: string;
  /** Options of its generator, beyond the defaults. */
  options?: object;
  /** What it cannot do, and what the contract is without it. */
  without?: (document: any) => any;
  checkedBy: string;
  /** Compiles the client in ../client, and runs a program of `language`/ with it. */
  check?: (directory: string, sandbox: SandboxForSdks) => Promise<unknown>;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = fileURLToPath(new URL('../../../build/sdks/others', import.meta.url));

const OTHERS: readonly Other[] = [
  {
    language: 'ruby',
    checkedBy: 'a program that creates and reads',
    check: (cwd, env) => run('ruby', ['-I', '../client/lib', 'trial.rb'], { cwd, env: { ...env } }),
  },
  {
    language: 'rust',
    // Its enum of the events takes the field `type` away from them, and then misses it. Without a discriminator, it tells
    // them apart by the only value that each allows for it.
    without: withoutDiscriminators,
    checkedBy: 'cargo, a program that creates and reads; without `discriminator`',
    check: (cwd, env) => run('cargo', ['run', '--quiet'], { cwd, env: { ...env } }),
  },
  {
    language: 'kotlin',
    checkedBy: 'kotlinc',
    check: (cwd) =>
      run('mvn', ['--batch-mode', '--quiet', '-Dkotlin.compiler.daemon=false', 'compile'], {
        cwd,
        env: { MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' },
      }),
  },
  {
    language: 'csharp',
    // `Environment` is a class of .NET.
    options: { modelNameMappings: { Environment: 'AccountEnvironment' } },
    checkedBy: 'generated only: no compiler of C# 8 at hand',
  },
];

/** What openapi-generator says about every contract: each pattern with its reason. Anything else is a warning. */
const OF_EVERY_CONTRACT: readonly RegExp[] = [
  // Any document of OpenAPI 3.1.
  /OpenAPI 3\.1 support is still in beta/,
  // Any document of OpenAPI 3.1 in which a map or a closed object has a name. What is made of them is right.
  /ModelUtils - Failed to get the schema name: null$/,
  // Rust: any name with a character that an identifier cannot have, such as `application/json` and each `X-…` header,
  // and any that is a keyword. Two that become one would not compile.
  /AbstractRustCodegen - \S+ cannot be used as a (model|parameter|field\/variable|enum variant|enum) name\. Renamed to \S+$/,
];

const names = process.argv.slice(2);
const document = await readContract();
const results: Result[] = [];
const sandbox = await startSandbox();
try {
  for (const other of OTHERS.filter(({ language }) => names.length === 0 || names.includes(language))) {
    const { language, checkedBy } = other;
    const startedAt = performance.now();
    const failure = await tryOut(other).then(() => undefined, String);
    const result = failure === undefined ? 'passed' : 'failed';
    results.push({ language, generator: OPENAPI_GENERATOR, checkedBy, result });
    if (failure !== undefined) console.log(failure);
    console.log(`${language}: ${result} (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  }
} finally {
  await sandbox.close();
}
if (results.some(({ result }) => result !== 'passed')) process.exitCode = 1;
await recordResults(results);

async function tryOut({ language, options, without = (all) => all, check }: Other): Promise<void> {
  const directory = join(BUILD, language);
  await rm(join(directory, 'client'), { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const warnings = await generate(without(structuredClone(forClients(document))), {
    generatorName: language,
    outputDir: join(directory, 'client'),
    ...options,
  });
  const ours = warnings.filter((line) => !OF_EVERY_CONTRACT.some((pattern) => pattern.test(line)));
  if (ours.length > 0) throw new Error(`${language} warns:\n${ours.join('\n')}`);
  if (!check) return;
  await cp(join(HERE, language), join(directory, 'trial'), { recursive: true });
  await check(join(directory, 'trial'), await sandbox.openAccount(language));
}

function withoutDiscriminators(contract: any): any {
  for (const schema of Object.values<any>(contract.components.schemas)) delete schema.discriminator;
  return contract;
}
