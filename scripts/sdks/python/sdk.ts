import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../../tools/tools.ts';
import { readForLayer } from '../contract.ts';
import { snippetOf } from '../readme.ts';
import { run } from '../run.ts';
import { importsOf, readSamples } from '../samples.ts';
import type { Sdk } from '../sdk.ts';
import { errorCodesModule } from './error-codes.ts';
import { packaging } from './packaging.ts';

const VERSION = '0.29.1';
const CLIENT = fileURLToPath(new URL('client', import.meta.url));
const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url));

export const sdk: Sdk = {
  language: 'python',
  generator: `openapi-python-client ${VERSION}`,
  checkedBy: 'mypy --strict, pytest',

  async build(contractFile, directory) {
    await cp(CLIENT, directory, { recursive: true, filter: (path) => !/__pycache__|_cache/.test(path) });
    const { document, datedVersion } = await readForLayer(contractFile);
    const events = eventsOf(document);
    openEvents(document, events);
    const input = join(directory, 'openapi.json');
    const config = join(directory, 'config.json');
    await writeFile(input, JSON.stringify(document, forPython));
    await writeFile(config, JSON.stringify(CONFIG));
    const python = await pythonWith('openapi-python-client');
    const generated = join(directory, 'payments_account', 'generated');
    const options = ['--path', input, '--config', config, '--output-path', generated, '--meta', 'none'];
    await run(
      python,
      [
        ...['-m', 'openapi_python_client', 'generate', ...options],
        ...['--custom-template-path', TEMPLATES, '--fail-on-warning'],
      ],
      { cwd: directory },
    );
    const codes: string[] = document.components.schemas.ErrorCode.enum;
    const contract = contractModule(document.info.version, datedVersion, codes, events);
    await writeFile(join(directory, 'payments_account', '_contract.py'), contract);
    await writeFile(
      join(directory, 'payments_account', 'error_codes.py'),
      await errorCodesModule(contractFile),
    );
    const project = join(directory, 'pyproject.toml');
    await writeFile(project, (await readFile(project, 'utf8')).replace('0.0.0', document.info.version));
    await writeFile(join(directory, 'tests', 'test_readme.py'), testOf(await snippetOf(directory)));
    await writeFile(join(directory, 'tests', 'samples.py'), await samplesModule());
    await Promise.all([input, config].map((file) => rm(file)));
    await run(python, ['-m', 'ruff', 'check', '--quiet', '--fix', '--select', 'F401,I', '.'], {
      cwd: directory,
    });
    await run(python, ['-m', 'ruff', 'format', '--quiet', '.'], { cwd: directory });
  },

  async compile(directory) {
    const python = await pythonWith('python-client');
    await run(python, ['-m', 'mypy', '--strict', 'payments_account', 'tests'], { cwd: directory });
  },

  async check(directory, sandbox) {
    const python = await pythonWith('python-client');
    await run(python, ['-m', 'pytest', '--quiet', 'tests'], { cwd: directory, env: { ...sandbox } });
  },

  packaging,
};

const CONFIG = {
  project_name_override: 'payments-account',
  package_name_override: 'generated',
  // Text that a type checker knows the values of: `currency="MXNB"`.
  literal_enums: true,
  content_type_overrides: { 'image/svg+xml': 'application/octet-stream' },
  post_hooks: [],
};

/**
 * An enum of this generator refuses values that it does not know, so there is none where more may come. Ids are texts,
 * because operations take texts.
 */
function forPython(_name: string, part: any): unknown {
  if (part?.['x-extensible'] === true) return { ...part, enum: undefined };
  return part?.format === 'uuid' ? { ...part, format: undefined } : part;
}

/** The types of events, with the schemas of their deliveries. */
function eventsOf(document: any): Record<string, string> {
  const schemas = Object.entries<any>(document.components.schemas);
  const deliveries = schemas.filter(
    ([name, { properties }]) => name.endsWith('Event') && properties?.type?.const,
  );
  return Object.fromEntries(deliveries.map(([name, { properties }]) => [properties.type.const, name]));
}

/** Where an event can be of any type, it can be of one that is newer than the client. */
function openEvents({ components: { schemas } }: any, events: Record<string, string>): void {
  const known = schemas[events['payment_link.paid']!].properties;
  schemas.UnknownWebhookEvent = {
    type: 'object',
    description: 'An event of a type that is newer than this client.',
    required: ['id', 'type', 'created', 'livemode', 'data'],
    properties: {
      ...known,
      type: { type: 'string', description: 'The type of the event.' },
      data: { type: 'object', additionalProperties: true, description: 'Its data.' },
    },
  };
  schemas.WebhookEvent.oneOf.push({ $ref: '#/components/schemas/UnknownWebhookEvent' });
  delete schemas.WebhookEvent.discriminator;
}

function contractModule(
  version: string,
  datedVersion: string,
  codes: readonly string[],
  events: Record<string, string>,
): string {
  const classes = [...Object.values(events), 'UnknownWebhookEvent'];
  return `"""What the client takes from the contract."""

from enum import StrEnum

from .generated.models import ${classes.join(', ')}

#: The version of the contract that this client was made from.
VERSION = "${version}"

#: The dated version that this client asks for in each call.
SERVICE_VERSION = "${datedVersion}"


class ErrorCode(StrEnum):
    """The codes of errors of today."""

${codes.map((code) => `    ${code.toUpperCase()} = "${code}"`).join('\n')}


Event = ${classes.join(' | ')}

#: The class of each type of event.
EVENTS: dict[str, type[Event]] = {
${Object.entries(events)
  .map(([type, name]) => `    "${type}": ${name},`)
  .join('\n')}
}
`;
}

/** The snippet is run as it stands. */
function testOf(snippet: string): string {
  const [imports, body] = [true, false].map((wanted) =>
    snippet.split('\n').filter((line) => /^(import|from) /.test(line) === wanted),
  );
  return `${imports!.join('\n')}\n\n\ndef test_the_readme() -> None:\n${body!.map((line) => `    ${line}`).join('\n')}\n`;
}

/** The samples of the reference, which mypy checks. */
async function samplesModule(): Promise<string> {
  const samples = await readSamples('python');
  const functions = samples.map(
    ({ call, body }) => `def ${call.operationId}() -> None:\n${body.replace(/^(?=.)/gm, '    ')}\n`,
  );
  return `"""The samples of the reference."""\n\n${importsOf(samples)}\n\n\n${functions.join('\n\n')}`;
}
