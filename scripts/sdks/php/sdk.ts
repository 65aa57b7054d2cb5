import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, OPENAPI_GENERATOR } from '../openapi-generator.ts';
import { snippetOf } from '../readme.ts';
import { run } from '../run.ts';
import type { Sdk } from '../sdk.ts';
import { contractForTemplates, versionsOf } from './contract.ts';

const CLIENT = fileURLToPath(new URL('client', import.meta.url));
const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url));

export const sdk: Sdk = {
  language: 'php',
  generator: OPENAPI_GENERATOR,
  checkedBy: 'php -l, phpunit',
  async build(contractFile, directory) {
    const document = contractForTemplates(JSON.parse(await readFile(contractFile, 'utf8')));
    await generate(document, {
      generatorName: 'php-nextgen',
      outputDir: directory,
      templateDir: TEMPLATES,
      additionalProperties: {
        invokerPackage: 'PaymentsAccount',
        srcBasePath: 'src',
        variableNamingConvention: 'camelCase',
      },
      // Not its own client, documents and tests.
      globalProperties: {
        models: '',
        apis: '',
        modelDocs: 'false',
        apiDocs: 'false',
        modelTests: 'false',
        apiTests: 'false',
      },
    });
    await cp(CLIENT, directory, { recursive: true });
    await writeFile(join(directory, 'src', 'Contract.php'), versionsOf(document));
    await writeFile(join(directory, 'tests', 'readme.php'), `<?php\n\n${await snippetOf(directory)}`);
  },
  async check(directory, sandbox) {
    const options = { cwd: directory, env: { ...sandbox } };
    await run('sh', ['-c', "find . -name '*.php' -print0 | xargs -0 -n 1 php -l"], options);
    await run('php', ['tests/readme.php'], options);
    await run('phpunit', ['--bootstrap', 'autoload.php', 'tests'], options);
  },
};
