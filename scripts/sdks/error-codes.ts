import { readFile } from 'node:fs/promises';
import { errorCodesOf } from '../../src/contract/derived/error-codes.ts';
import { eachOperation, type ContractDocument } from '../../src/contract/document.ts';

/** The codes of the errors of each operation, by operationId, in the contract for client generators. */
export async function readErrorCodes(
  contractFile: string,
): Promise<[operationId: string, codes: string[]][]> {
  const document = JSON.parse(await readFile(contractFile, 'utf8')) as ContractDocument;
  return [...eachOperation(document)].map(([, , operation]) => [
    operation.operationId,
    errorCodesOf(document, operation).flatMap(([, codes]) => codes),
  ]);
}
