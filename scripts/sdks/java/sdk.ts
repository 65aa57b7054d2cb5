import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readForLayer } from '../contract.ts';
import { generate, OPENAPI_GENERATOR } from '../openapi-generator.ts';
import { snippetOf } from '../readme.ts';
import { readSamples } from '../samples.ts';
import type { Sdk } from '../sdk.ts';
import { maven } from './maven.ts';
import { packaging } from './packaging.ts';

const CLIENT = fileURLToPath(new URL('client', import.meta.url));
const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url));
const PACKAGE = 'com.example.payments';
const MAIN = 'src/main/java/com/example/payments';
const TESTS = 'src/test/java/com/example/payments';

export const sdk: Sdk = {
  language: 'java',
  generator: OPENAPI_GENERATOR,
  checkedBy: 'javac, JUnit',

  async build(contractFile, directory) {
    await cp(CLIENT, directory, { recursive: true });
    const { document, datedVersion } = await readForLayer(contractFile);
    const eventTypes = eventTypesOf(document);
    await generate(withHintsForTemplates(document, Object.values(eventTypes)), {
      generatorName: 'java',
      outputDir: directory,
      templateDir: TEMPLATES,
      // Hand-written, because the generated one rejects events of types that it does not know.
      schemaMappings: { WebhookEvent: `${PACKAGE}.WebhookEvent` },
      additionalProperties: {
        library: 'native',
        invokerPackage: PACKAGE,
        apiPackage: PACKAGE,
        modelPackage: `${PACKAGE}.model`,
        containerDefaultToNull: true,
        disallowAdditionalPropertiesIfNotPresent: false,
        enumUnknownDefaultCase: true,
        useJakartaEe: true,
        supportUrlQuery: 'false',
        hideGenerationTimestamp: true,
      },
      globalProperties: {
        models: '',
        apis: '',
        modelDocs: 'false',
        apiDocs: 'false',
        modelTests: 'false',
        apiTests: 'false',
      },
    });
    const contractClass = contractClassOf(document.info.version, datedVersion, eventTypes);
    await writeFile(join(directory, MAIN, 'Contract.java'), contractClass);
    await writeFile(join(directory, TESTS, 'ReadmeTest.java'), testOf(await snippetOf(directory)));
    await writeFile(join(directory, TESTS, 'Samples.java'), await samplesClass());
  },

  compile: (directory) => maven(['test-compile'], directory),
  check: (directory, sandbox) => maven(['test'], directory, { ...sandbox }),
  packaging,
};

/** Their classes by their names: {"payment_link.paid": "PaymentLinkPaidEvent"}. */
function eventTypesOf({ components }: any): Record<string, string> {
  const isEvent = ([, { properties = {} }]: [string, any]): boolean =>
    'livemode' in properties && 'data' in properties;
  const events = Object.entries<any>(components.schemas).filter(isEvent);
  return Object.fromEntries(events.map(([name, { properties }]) => [properties.type.const, name]));
}

/** Says to the templates what they cannot find out: what a list's pages hold, and which responses are not JSON. */
function withHintsForTemplates(document: any, events: string[]): any {
  const { schemas } = document.components;
  for (const event of events) schemas[event]['x-implements'] = [`${PACKAGE}.WebhookEvent`];
  // An enum of one value each would be in the way of a common getType().
  for (const { properties = {} } of Object.values<any>(schemas)) {
    for (const property of Object.values<any>(properties)) delete property.const;
  }
  for (const item of Object.values<any>(document.paths)) {
    for (const operation of Object.values<any>(item).filter(({ operationId }) => operationId)) {
      operation.tags = ['payments'];
      hintResponses(operation);
      const page = pageOf(operation, schemas);
      if (page) operation['x-pages'] = page;
    }
  }
  return document;
}

function hintResponses(operation: any): void {
  const [{ content = {} }] = Object.values<any>(operation.responses) as [any];
  const others = Object.keys(content).filter((type) => type !== 'application/json');
  if (others.length === 0) return;
  const isOnly = others.length === 1 && !('application/json' in content);
  operation['x-bytes-only'] = isOnly;
  operation['x-bytes'] = others.map((accept) => ({
    accept,
    method: isOnly ? operation.operationId : `list${nameOf(content[accept].schema)}`,
  }));
  if (!isOnly) for (const type of others) delete content[type];
}

function pageOf(operation: any, schemas: any): { item: string; all: string } | undefined {
  const isCursor = ({ $ref, name }: any): boolean => name === 'cursor' || /\/Cursor$/.test($ref);
  if (!operation.parameters?.some(isCursor)) return undefined;
  const list = schemas[nameOf(operation.responses['200'].content['application/json'].schema)];
  return {
    item: nameOf(list.properties.data.items),
    all: operation.operationId.replace(/^list/, 'all'),
  };
}

function nameOf({ $ref }: { $ref: string }): string {
  return $ref.slice('#/components/schemas/'.length);
}

function contractClassOf(version: string, datedVersion: string, eventTypes: Record<string, string>): string {
  const entries = Object.entries(eventTypes).map(
    ([type, name]) => `          Map.entry("${type}", ${name}.class)`,
  );
  return `package com.example.payments;

import com.example.payments.model.*;
import java.util.Map;

/** What this client was made from. */
public final class Contract {
  /** The version of the contract. */
  public static final String VERSION = "${version}";

  /** The dated version that this client asks for in each call. */
  public static final String SERVICE_VERSION = "${datedVersion}";

  static final Map<String, Class<? extends WebhookEvent>> EVENT_TYPES =
      Map.ofEntries(
${entries.join(',\n')});

  private Contract() {}
}
`;
}

function testOf(snippet: string): string {
  return `package com.example.payments;

import com.example.payments.model.*;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  @Test
  void runs() {
${snippet}  }
}
`;
}

/** The samples of the reference, which need only compile. */
async function samplesClass(): Promise<string> {
  const methods = (await readSamples('java')).map(
    ({ call, body }) => `  void ${call.operationId}() {\n${body.replace(/^(?=.)/gm, '    ')}\n  }`,
  );
  return `package com.example.payments;

import com.example.payments.PaymentsApi.*;
import com.example.payments.model.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;

class Samples {
${methods.join('\n\n')}
}
`;
}
