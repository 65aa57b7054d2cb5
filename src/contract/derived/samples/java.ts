import type { Field, SampleCall, Value } from './call.ts';
import { camelCase, doubleQuoted, pascalCase, resultName, upperCase, withArguments } from './wording.ts';

/** With the client of scripts/sdks/java. */
export function javaSample(call: SampleCall, baseUrl: string): string {
  const { operationId, pathArguments, query, takesQuery, body } = call;
  const parts = [
    ...pathArguments.map(({ value }) => doubleQuoted(value)),
    ...(body ? [literal(body)] : []),
    ...(takesQuery ? [built(`${pascalCase(operationId)}Params`, query)] : []),
  ];
  const called = `${withArguments(`client.${operationId}`, parts, { trailing: '' })};`;
  const result = resultName(call);
  const name = camelCase(result ?? '');
  const shown = name === 'svg' ? 'new String(svg, StandardCharsets.UTF_8)' : name;
  return `var client = PaymentsClient.create(${doubleQuoted(baseUrl)}, System.getenv("PAYMENTS_API_KEY"));
${result === undefined ? called : `var ${name} = ${called}\nSystem.out.println(${shown});`}
`;
}

function built(type: string, fields: Field[]): string {
  const calls = fields.flatMap(({ name, value }) =>
    value.kind === 'map'
      ? value.entries.map(
          ([key, one]) => `.put${pascalCase(name)}Item(${doubleQuoted(key)}, ${literal(one)})`,
        )
      : [`.${camelCase(name)}(${literal(value)})`],
  );
  return calls.length > 1 ? [`new ${type}()`, ...calls].join('\n    ') : `new ${type}()${calls.join('')}`;
}

function literal(value: Value): string {
  switch (value.kind) {
    case 'text':
      return doubleQuoted(value.value);
    case 'address':
      return `URI.create(${doubleQuoted(value.value)})`;
    case 'enum':
      return `${value.type}.${upperCase(value.value)}`;
    case 'time':
      return `OffsetDateTime.parse(${doubleQuoted(value.value)})`;
    case 'integer':
      return value.isLong ? `${value.value}L` : String(value.value);
    case 'boolean':
      return String(value.value);
    case 'null':
      return 'null';
    case 'list':
      return `${value.isUnique ? 'Set' : 'List'}.of(${value.items.map(literal).join(', ')})`;
    case 'map':
      return `Map.of(${value.entries.map(([name, one]) => `${doubleQuoted(name)}, ${literal(one)}`).join(', ')})`;
    case 'record':
      return built(value.type, value.fields);
  }
}
