import type { Field, SampleCall, Value } from './call.ts';
import { camelCase, enclose, resultName, singleQuoted, upperCase, withArguments } from './wording.ts';

/** With the client of scripts/sdks/php. */
export function phpSample(call: SampleCall, baseUrl: string): string {
  const { operationId, pathArguments, query, body } = call;
  const models = new Set<string>();
  const parts = [
    ...pathArguments.map(({ value }) => singleQuoted(value)),
    ...(body ? [literal(body, models)] : []),
    ...query.map((field) => argument(field, models)),
  ];
  const called = `${withArguments(`$payments->${operationId}`, parts)};`;
  const result = resultName(call);
  // A page of a list without paging is a plain object.
  const isPaged = query.some((field) => field.name === 'limit');
  const name = `$${camelCase(result ?? '')}`;
  const used = [...models].sort();
  const imports = [
    'use PaymentsAccount\\Client;',
    used.length === 1 && `use PaymentsAccount\\Model\\${used[0]};`,
    used.length > 1 && `use PaymentsAccount\\Model\\{${used.join(', ')}};`,
  ].filter((line) => line !== false);
  return `${imports.join('\n')}

$payments = new Client(getenv('PAYMENTS_API_KEY'), baseUrl: ${singleQuoted(baseUrl)});
${result === undefined ? called : `${name} = ${called}\n${isPaged ? `foreach (${name}->all() as $item) {\n    print_r($item);\n}` : shown(name)}`}
`;
}

function shown(name: string): string {
  return name === '$svg' ? 'echo $svg;' : `print_r(${name});`;
}

function argument({ name, value }: Field, models: Set<string>): string {
  return `${camelCase(name)}: ${literal(value, models)}`;
}

/** Collects the classes that it names. */
function literal(value: Value, models: Set<string>): string {
  switch (value.kind) {
    case 'text':
    case 'address':
      return singleQuoted(value.value);
    case 'enum':
      models.add(value.type);
      return `${value.type}::${upperCase(value.value)}`;
    case 'time':
      return `new DateTimeImmutable(${singleQuoted(value.value)})`;
    case 'integer':
    case 'boolean':
      return String(value.value);
    case 'null':
      return 'null';
    case 'list':
      return enclose(
        ['[', ']'],
        value.items.map((item) => literal(item, models)),
      );
    case 'map':
      return enclose(
        ['[', ']'],
        value.entries.map(([name, one]) => `${singleQuoted(name)} => ${literal(one, models)}`),
      );
    case 'record':
      models.add(value.type);
      return enclose(
        [`new ${value.type}(`, ')'],
        value.fields.map((field) => argument(field, models)),
      );
  }
}
