import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jar } from '../tools/tools.ts';
import { run } from './run.ts';

const VERSION = '7.25.0';
export const OPENAPI_GENERATOR = `openapi-generator ${VERSION}`;

/** A program that runs for seconds needs less time without the optimizing compiler and collecting in parallel. */
const JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** What openapi-generator's configuration file has besides the contract. */
export interface GeneratorConfig {
  generatorName: string;
  outputDir: string;
  [option: string]: unknown;
}

/** Generates code from a contract, and returns the warnings that openapi-generator logged. */
export async function generate(document: object, config: GeneratorConfig): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'openapi-generator-'));
  try {
    const inputSpec = join(scratch, 'contract.json');
    const configFile = join(scratch, 'config.json');
    await writeFile(inputSpec, JSON.stringify(document));
    await writeFile(configFile, JSON.stringify({ ...config, inputSpec }));
    const generator = await jar(`org.openapitools:openapi-generator-cli:${VERSION}`);
    const log = await run('java', [...JVM, '-jar', generator, 'generate', '--config', configFile], {
      cwd: scratch,
    });
    return log.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
