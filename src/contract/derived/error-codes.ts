import type { ContractDocument, OperationObject } from '../document.ts';

interface ErrorResponse {
  $ref?: string;
  description?: string;
  'x-error-codes'?: readonly string[];
}

/** The codes of the errors that an operation answers with, by status; those of its responses (D68). */
export function errorCodesOf(
  { components }: Pick<ContractDocument, 'components'>,
  { responses }: OperationObject,
): [status: string, codes: readonly string[]][] {
  return Object.entries(responses as Record<string, ErrorResponse>).flatMap(([status, response]) => {
    const name = response.$ref?.split('/').at(-1);
    const named = name === undefined ? response : (components['responses']?.[name] as ErrorResponse);
    const codes = named['x-error-codes'];
    return codes ? [[status, codes] as [string, readonly string[]]] : [];
  });
}

/**
 * The contract with the codes of each error response in its description, which client generators copy to where their
 * users read. They stay out of the schemas, because a new code must not break a client that was generated before it
 * (D68).
 */
export function withErrorCodes<Document extends Pick<ContractDocument, 'components'>>(
  document: Document,
): Document {
  const responses = Object.entries(document.components['responses'] ?? {}) as [string, ErrorResponse][];
  const described = responses.map(([name, response]) => {
    const { description = '', 'x-error-codes': codes } = response;
    if (!codes) return [name, response];
    const list = codes.map((code) => `\`${code}\``).join(', ');
    return [name, { ...response, description: `${description.trim()}\n\nCodes: ${list}.` }];
  });
  return {
    ...document,
    components: { ...document.components, responses: Object.fromEntries(described) as object },
  };
}
