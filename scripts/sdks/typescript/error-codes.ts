import { readErrorCodes } from '../error-codes.ts';

/** The module of the client with a type for the error codes of each operation. */
export async function errorCodesModule(contractFile: string): Promise<string> {
  const operations = (await readErrorCodes(contractFile)).map(
    ([operationId, codes]) =>
      `  ${operationId}:\n${codes.map((code) => `    | '${code}'\n`).join('')}    | (string & {});`,
  );
  return `/**
 * The codes that an ApiError of each operation can have. A later version of the service may answer with others, so each is
 * any text: \`const code: ErrorCodesOf['createRefund'] | undefined = error.code\`.
 */
export interface ErrorCodesOf {
${operations.join('\n')}
}
`;
}
