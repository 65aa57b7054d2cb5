import { PACKAGE_NAMES } from '../package-names.ts';
import type { SampleCall } from './call.ts';
import { camelCase, enclose, resultName, singleQuoted } from './wording.ts';

const LAYOUT = { indent: '  ', inner: ' ' };
const MAX_COLUMNS = 100;

/** With the client of scripts/sdks/typescript. */
export function typescriptSample(call: SampleCall, baseUrl: string): string {
  const { operationId, pathArguments, query, example } = call;
  const inPath = Object.fromEntries(pathArguments.map(({ name, value }) => [name, value]));
  const asked = Object.fromEntries(query.map((field) => [field.name, field.example]));
  const options = [
    pathArguments.length > 0 && `path: ${literal(inPath)}`,
    query.length > 0 && `query: ${literal(asked)}`,
    example !== undefined && `body: ${literal(example)}`,
  ].filter((part) => part !== false);
  const result = resultName(call);
  const variable = camelCase(result ?? '');
  const line = (isBroken: boolean): string => {
    const given = options.length > 0 ? enclose(['{', '}'], options, { ...LAYOUT, isBroken }) : '';
    return `${result === undefined ? '' : `const { data: ${variable} } = `}await payments.${operationId}(${given});`;
  };
  const [first = ''] = line(false).split('\n');
  return `import { PaymentsAccount } from ${singleQuoted(PACKAGE_NAMES.npm)};

const { PAYMENTS_API_KEY = '' } = process.env;
const payments = new PaymentsAccount({ apiKey: PAYMENTS_API_KEY, baseUrl: ${singleQuoted(baseUrl)} });
${line(first.length > MAX_COLUMNS)}${result === undefined ? '' : `\nconsole.log(${variable});`}
`;
}

function literal(value: unknown): string {
  if (typeof value === 'string') return singleQuoted(value);
  if (Array.isArray(value)) return enclose(['[', ']'], value.map(literal), { indent: '  ' });
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([name, one]) => `${propertyName(name)}: ${literal(one)}`);
  return enclose(['{', '}'], parts, LAYOUT);
}

function propertyName(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : singleQuoted(name);
}
