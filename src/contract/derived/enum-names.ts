import type { ContractDocument } from '../document.ts';

interface Schema {
  enum?: string[];
  'x-enumDescriptions'?: Record<string, string>;
}

/**
 * The contract with names for the values of its component enums, as client generators read them: `x-enum-varnames`, and in
 * `x-enum-descriptions` the texts of `x-enumDescriptions`, both in the order of `enum`. A name begins with that of its enum,
 * so that it is unique even in languages where all constants of a package share one namespace, such as Go.
 */
export function withEnumNames<Part extends Pick<ContractDocument, 'components'>>(document: Part): Part {
  const { schemas = {}, ...components } = document.components;
  const named = Object.entries(schemas).map(([name, schema]) => [name, withNames(name, schema as Schema)]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(named) as object } };
}

function withNames(name: string, schema: Schema): object {
  const { 'x-enumDescriptions': descriptions, ...rest } = schema;
  const { enum: values } = rest;
  if (!values) return schema;
  return {
    ...rest,
    'x-enum-varnames': values.map((value) => `${toConstant(name)}_${toConstant(value)}`),
    ...(descriptions && { 'x-enum-descriptions': values.map((value) => descriptions[value]) }),
  };
}

/** `PAYMENT_LINK` for `PaymentLink`, `payment_link` and `payment.link`. */
function toConstant(name: string): string {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .replace(/\W+/g, '_')
    .toUpperCase();
}
