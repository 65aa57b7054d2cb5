import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, OPENAPI_GENERATOR } from '../openapi-generator.ts';
import { snippetOf } from '../readme.ts';
import { run } from '../run.ts';
import { readSamples } from '../samples.ts';
import type { Sdk } from '../sdk.ts';
import { contractForTemplates, versionsOf } from './contract.ts';
import { packaging } from './packaging.ts';

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
    await writeFile(join(directory, 'tests', 'samples.php'), await samplesFile());
    await writeFile(join(directory, 'tests', 'readme.php'), `<?php\n\n${await snippetOf(directory)}`);
  },
  async compile(directory) {
    await run('sh', ['-c', "find . -name '*.php' -print0 | xargs -0 -n 1 php -l"], { cwd: directory });
  },
  async check(directory, sandbox) {
    const options = { cwd: directory, env: { ...sandbox } };
    await run('php', ['tests/readme.php'], options);
    await run('php', ['tests/samples.php'], options);
    await run('phpunit', ['--bootstrap', 'autoload.php', 'tests'], options);
  },
  packaging,
};

/**
 * The samples of the reference. PHP finds a wrong name or type only when it runs, so each runs up to where the client
 * would send something, which must be what the contract's example says.
 */
async function samplesFile(): Promise<string> {
  const samples = await readSamples('php');
  const models = new Set(samples.flatMap(({ imports }) => imports.flatMap(modelsIn)));
  const runs = samples.map(({ call, body }) => {
    const expected = { method: call.method, address: call.address, body: call.example ?? null };
    return `requireSent(${phpText(JSON.stringify(expected))}, function (): void {\n${body}\n});`;
  });
  return `<?php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use PaymentsAccount\\Json;
use PaymentsAccount\\Model\\{${[...models].sort().join(', ')}};

final class Sent extends Exception
{
    public function __construct(public readonly array $request)
    {
        parent::__construct();
    }
}

/** As the client, except that it sends nothing. */
final class Client
{
    use PaymentsAccount\\Api\\PaymentsApi;

    public function __construct(string|false $apiKey, string $baseUrl)
    {
    }

    private function send(string $operation, string $method, string $path, array $query = [], mixed $body = null, ?string $idempotencyKey = null): string
    {
        $asked = array_map(fn (mixed $value) => $value instanceof BackedEnum ? $value->value : $value, array_filter($query));
        $address = $path . ($asked === [] ? '' : '?' . http_build_query($asked));
        throw new Sent(['method' => $method, 'address' => $address, 'body' => $body === null ? null : json_decode(Json::encode($body), true)]);
    }
}

function requireSent(string $expected, Closure $sample): void
{
    try {
        $sample();
    } catch (Sent $sent) {
        $wanted = json_decode($expected, true);
        array_walk_recursive($wanted, normalise(...));
        $found = $sent->request;
        array_walk_recursive($found, normalise(...));
        if ($found == $wanted) return;
        throw new Exception("sent " . json_encode($found) . ", not {$expected}");
    }
    throw new Exception("nothing was sent: {$expected}");
}

/** A time has several spellings. */
function normalise(mixed &$value): void
{
    if (is_string($value) && preg_match('/^\\d{4}-\\d\\d-\\d\\dT/', $value)) $value = strtotime($value);
}

${runs.join('\n\n')}
`;
}

function modelsIn(line: string): string[] {
  const [, names = ''] = /Model\\\{?([\w, ]+)/.exec(line) ?? [];
  return names.split(', ').filter((name) => name !== '');
}

function phpText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
