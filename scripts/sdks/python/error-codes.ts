import { readErrorCodes } from '../error-codes.ts';

/** The module of the client with the error codes of each of its methods. */
export async function errorCodesModule(contractFile: string): Promise<string> {
  const methods = (await readErrorCodes(contractFile)).map(
    ([operationId, codes]) =>
      `    "${inSnakeCase(operationId)}": frozenset({${codes.map((code) => `ErrorCode.${code.toUpperCase()}`).join(', ')}}),`,
  );
  return `"""The error codes of each method."""

from collections.abc import Mapping
from typing import Final

from ._contract import ErrorCode

#: The codes that an ApiError of each method can have. A later version of the service may answer with others.
ERROR_CODES: Final[Mapping[str, frozenset[ErrorCode]]] = {
${methods.join('\n')}
}
`;
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
