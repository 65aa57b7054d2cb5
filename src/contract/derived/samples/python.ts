import type { Field, SampleCall, Value } from './call.ts';
import { doubleQuoted, enclose, resultName, snakeCase, withArguments } from './wording.ts';

/** Field names that are Python keywords get an underscore. */
const KEYWORDS = new Set(['from', 'global', 'import', 'in', 'is', 'class']);

/** With the client of scripts/sdks/python. */
export function pythonSample(call: SampleCall, baseUrl: string): string {
  const { operationId, pathArguments, query, body } = call;
  const models = new Set<string>();
  const parts = [
    ...pathArguments.map(({ value }) => doubleQuoted(value)),
    ...query.map((field) => argument(field, models)),
    ...(body ? [`body=${literal(body, models)}`] : []),
  ];
  const method = `payments.${snakeCase(operationId)}`;
  const isShort = !parts.some((part) => part.includes('\n'));
  const called = isShort ? withArguments(method, parts) : enclose([`${method}(`, ')'], parts);
  const result = resultName(call);
  const name = snakeCase(result ?? '');
  const imports = [
    'import os',
    /\bdatetime\(/.test(called) && 'from datetime import UTC, datetime',
    'from payments_account import PaymentsAccount',
    models.size > 0 && `from payments_account.models import ${[...models].sort().join(', ')}`,
  ].filter((line) => line !== false);
  return `${imports.join('\n')}

payments = PaymentsAccount(os.environ["PAYMENTS_API_KEY"], base_url=${doubleQuoted(baseUrl)})
${result === undefined ? called : `${name} = ${called}\nprint(${name})`}
`;
}

function argument({ name, value }: Field, models: Set<string>): string {
  return `${KEYWORDS.has(name) ? `${name}_` : name}=${literal(value, models)}`;
}

/** Collects the models that it names. */
function literal(value: Value, models: Set<string>): string {
  switch (value.kind) {
    case 'text':
    case 'address':
    case 'enum':
      return doubleQuoted(value.value);
    case 'time':
      return timeOf(new Date(value.value));
    case 'integer':
      return String(value.value);
    case 'boolean':
      return value.value ? 'True' : 'False';
    case 'null':
      return 'None';
    case 'list':
      return enclose(
        ['[', ']'],
        value.items.map((item) => literal(item, models)),
      );
    case 'map': {
      const entries = value.entries.map(([name, one]) => `${doubleQuoted(name)}: ${literal(one, models)}`);
      const dict = enclose(['{', '}'], entries);
      if (value.type === '') return dict;
      models.add(value.type);
      return `${value.type}.from_dict(${dict})`;
    }
    case 'record':
      models.add(value.type);
      return enclose(
        [`${value.type}(`, ')'],
        value.fields.map((field) => argument(field, models)),
      );
  }
}

function timeOf(moment: Date): string {
  const parts = [
    moment.getUTCFullYear(),
    moment.getUTCMonth() + 1,
    moment.getUTCDate(),
    moment.getUTCHours(),
    moment.getUTCMinutes(),
  ];
  return `datetime(${parts.join(', ')}, tzinfo=UTC)`;
}
