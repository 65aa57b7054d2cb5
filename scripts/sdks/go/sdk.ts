import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goTool } from '../../tools/tools.ts';
import { readForLayer } from '../contract.ts';
import { snippetOf } from '../readme.ts';
import { run } from '../run.ts';
import { readSamples } from '../samples.ts';
import type { Sdk } from '../sdk.ts';
import { GO, packaging } from './packaging.ts';

const OAPI_CODEGEN = '2.8.2';
const CLIENT = fileURLToPath(new URL('client', import.meta.url));
const GENERATOR = fileURLToPath(new URL('generator', import.meta.url));

export const sdk: Sdk = {
  language: 'go',
  generator: `oapi-codegen ${OAPI_CODEGEN}`,
  checkedBy: 'go vet, go test',

  async build(contractFile, directory) {
    await cp(CLIENT, directory, { recursive: true });
    const { document, datedVersion } = await readForLayer(contractFile);
    await writeFile(join(directory, 'version.gen.go'), versions(document.info.version, datedVersion));
    await writeFile(join(directory, 'readme_test.go'), testOf(await snippetOf(directory)));
    await writeFile(join(directory, 'samples_test.go'), await samplesFile());
    const input = join(directory, 'openapi.json');
    await writeFile(input, JSON.stringify(withRemovableFields(document)));
    const generate = await goTool(
      `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`,
    );
    // Run where its configuration and templates are.
    await run(generate, ['-config', 'oapi-codegen.yaml', '-o', join(directory, 'api.gen.go'), input], {
      cwd: GENERATOR,
    });
    await rm(input);
  },

  async compile(directory) {
    await run('go', ['vet', './...'], { cwd: directory, env: GO });
    await requireFormatted(directory, 'samples_test.go');
  },

  async check(directory, sandbox) {
    await run('go', ['test', '-vet=off', '-count=1', './...'], {
      cwd: directory,
      env: { ...GO, ...sandbox },
    });
  },

  packaging,
};

/**
 * Null in a request removes a value, and is not the same as leaving the field out: a pointer cannot say both. In
 * responses, where nullable fields are always present, a pointer is what Go programmers expect.
 */
function withRemovableFields(document: any): any {
  for (const { properties = {}, required = [] } of Object.values<any>(document.components.schemas)) {
    for (const [name, property] of Object.entries<any>(properties)) {
      if (!Array.isArray(property.type) || required.includes(name)) continue;
      if (property.type[0] !== 'string') throw new Error(`${name} can be null, and is not a text`);
      property['x-go-type'] = 'nullable.Nullable[string]';
      property['x-go-type-skip-optional-pointer'] = true;
    }
  }
  return document;
}

function versions(version: string, datedVersion: string): string {
  return `package payments

// Version is the version of the contract that this client was made from.
const Version = "${version}"

// ServiceVersion is the dated version that this client asks for in each call.
const ServiceVersion = "${datedVersion}"
`;
}

function testOf(snippet: string): string {
  return `package payments_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"testing"

	payments "payments.example.com/go"
)

func TestReadme(t *testing.T) {
	ctx := context.Background()
${snippet}}
`;
}

/** The samples of the reference, which need only compile. */
async function samplesFile(): Promise<string> {
  const functions = (await readSamples('go')).map(
    ({ call, body }) =>
      `// ${call.operationId}\nfunc _(ctx context.Context) {\n${body.replace(/^(?=.)/gm, '\t')}\n}\n`,
  );
  return `package payments_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/oapi-codegen/nullable"

	payments "payments.example.com/go"
)

${functions.join('\n')}`;
}

async function requireFormatted(directory: string, file: string): Promise<void> {
  const differences = await run('gofmt', ['-d', file], { cwd: directory });
  if (differences !== '') throw new Error(differences);
}
