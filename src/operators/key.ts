import { newPublicId, newSecret } from '../credentials/index.ts';

/** In cells other than 0, the public id names the cell (D73). */
const OPERATOR_KEY = /^op_([A-Za-z0-9]{16}(?:[A-Za-z0-9]{2})?)_([A-Za-z0-9]{32})$/;

/** `op_<public id>_<secret>`, with 190 random bits, like an API key (D13). */
export interface OperatorKey {
  publicId: string;
  text: string;
}

export function newOperatorKey(): OperatorKey {
  const publicId = newPublicId();
  return { publicId, text: `op_${publicId}_${newSecret()}` };
}

export function parseOperatorKey(text: string): OperatorKey | undefined {
  const [, publicId] = OPERATOR_KEY.exec(text) ?? [];
  return publicId === undefined ? undefined : { publicId, text };
}

/** Includes the operator, so that a stamp copied into another operator's row is invalid. */
export function stampedKey(operatorId: string, key: OperatorKey): string {
  return `${operatorId}\n${key.text}`;
}
