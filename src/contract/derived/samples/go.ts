import type { Field, SampleCall, Value } from './call.ts';
import { camelCase, doubleQuoted, enclose, pascalCase, resultName, withArguments } from './wording.ts';

/** As scripts/sdks/go/generator/oapi-codegen.yaml has them. */
const INITIALISMS = new Set(['id', 'url', 'qr', 'csv', 'ndjson']);
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const TAB = { indent: '\t' };

/** With the client of scripts/sdks/go. */
export function goSample(call: SampleCall, baseUrl: string): string {
  const { operationId, pathArguments, query, takesQuery, body } = call;
  const method = goName(operationId);
  const asked = record(`&payments.${method}Params{`, query);
  const parts = [
    'ctx',
    ...pathArguments.map(({ value }) => doubleQuoted(value)),
    ...(takesQuery ? [query.length > 0 ? asked : 'nil'] : []),
    ...(body ? [literal(body)] : []),
  ];
  const called = withArguments(`client.${method}`, parts, TAB);
  const result = resultName(call);
  const name = camelCase(result ?? '');
  const fails = '\tlog.Fatal(err)\n}';
  const lines =
    result === undefined
      ? [`if err := ${called}; err != nil {`, fails]
      : [`${name}, err := ${called}`, 'if err != nil {', fails, shown(name)];
  return `client := payments.NewClient(${doubleQuoted(baseUrl)}, os.Getenv("PAYMENTS_API_KEY"))
${lines.join('\n')}
`;
}

function shown(name: string): string {
  return name === 'svg' ? 'fmt.Println(string(svg))' : `fmt.Printf("%+v\\n", ${name})`;
}

function goName(name: string): string {
  return pascalCase(name, INITIALISMS);
}

function fieldOf({ name, value, isOptional, isRemovable }: Field): string {
  return `${goName(name)}: ${isRemovable ? nullable(value) : isOptional ? pointer(value) : literal(value)}`;
}

function nullable(value: Value): string {
  return value.kind === 'null'
    ? 'nullable.NewNullNullable[string]()'
    : `nullable.NewNullableWithValue(${literal(value)})`;
}

/** Optional fields are pointers, except lists. */
function pointer(value: Value): string {
  if (value.kind === 'list') return literal(value);
  if (value.kind === 'map' || value.kind === 'record') return `&${literal(value)}`;
  if (value.kind === 'integer') return `payments.Ptr(${value.isLong ? 'int64' : 'int32'}(${value.value}))`;
  return `payments.Ptr(${literal(value)})`;
}

function literal(value: Value): string {
  switch (value.kind) {
    case 'text':
    case 'address':
      return doubleQuoted(value.value);
    case 'enum':
      return `payments.${goName(value.type)}${constantOf(value.value)}`;
    case 'time':
      return timeOf(new Date(value.value));
    case 'integer':
    case 'boolean':
      return String(value.value);
    case 'null':
      return 'nil';
    case 'list':
      return enclose([`[]${itemType(value.items)}{`, '}'], value.items.map(literal), TAB);
    case 'map': {
      const hasNull = value.entries.some(([, one]) => one.kind === 'null');
      const entries = value.entries.map(
        ([name, one]) =>
          `${doubleQuoted(name)}: ${hasNull && one.kind === 'text' ? pointer(one) : literal(one)}`,
      );
      return aligned(value.type === '' ? 'map[string]any{' : `payments.${goName(value.type)}{`, entries);
    }
    case 'record':
      return record(`payments.${goName(value.type)}{`, value.fields);
  }
}

function itemType([first]: Value[]): string {
  return first?.kind === 'enum' ? `payments.${goName(first.type)}` : 'any';
}

/** A value that is already an abbreviation, such as a currency, stays as it is. */
function constantOf(value: string): string {
  return /^[A-Z]+$/.test(value) ? value : goName(value);
}

function timeOf(moment: Date): string {
  const clock = [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds(), 0].join(', ');
  return `time.Date(${moment.getUTCFullYear()}, time.${MONTHS[moment.getUTCMonth()]}, ${moment.getUTCDate()}, ${clock}, time.UTC)`;
}

function record(open: string, fields: Field[]): string {
  return aligned(open, fields.map(fieldOf));
}

/** Aligned as gofmt does. Values of consecutive lines are in one column, up to a value that spans several lines. */
function aligned(open: string, parts: string[]): string {
  const brackets = [open, '}'] as const;
  const asTheyAre = enclose(brackets, parts, TAB);
  if (!asTheyAre.includes('\n')) return asTheyAre;
  const isEnd = (part: string | undefined): boolean => part === undefined || part.includes('\n');
  const widthAt = (index: number): number => {
    if (isEnd(parts[index])) return 0;
    let [first, last] = [index, index];
    while (!isEnd(parts[first - 1])) first -= 1;
    while (!isEnd(parts[last + 1])) last += 1;
    return Math.max(...parts.slice(first, last + 1).map((part) => part.indexOf(': ')));
  };
  const padded = parts.map((part, index) =>
    part.replace(/^([\w"]+:) /, (_, name: string) => `${name} `.padEnd(widthAt(index) + 2)),
  );
  return enclose(brackets, padded, { ...TAB, isBroken: true });
}
