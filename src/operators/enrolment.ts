import type { Trx } from '../db/index.ts';
import type { ApprovalKind, Approvals } from './approvals.ts';
import type { Operators } from './operators.ts';
import type { ListedRequest } from './repository.ts';

const KIND = 'operator.add';

interface Enrolled {
  name: string;
  /** Shown only once. */
  key: string;
  /** Null until another operator has approved it. */
  worksFrom: Date | null;
  request: ListedRequest | undefined;
}

/**
 * Adds an operator with a new key (D45). The first one needs no approval, the second one the first's. From then on
 * another operator must approve, because one person with two keys could approve their own requests. If all others were
 * revoked, no approval is possible, and the key works only after 72 hours.
 */
export async function addOperator(
  trx: Trx,
  { operators, approvals }: { operators: Operators; approvals: Approvals },
  givenKey: string | undefined,
  name: string,
): Promise<Enrolled> {
  const { operator, key, by, needsApproval, worksFrom } = await operators.prepare(trx, givenKey, name);
  if (by && needsApproval) {
    const { id, publicId, keyStamp } = operator;
    const request = await approvals.request(trx, by, {
      kind: KIND,
      details: { operator: id, name, public_id: publicId, key_stamp: keyStamp.toString('base64') },
      reason: `${name} becomes an operator`,
      evidence: null,
    });
    return { name, key, worksFrom: null, request };
  }
  await operators.insert(trx, operator, by, worksFrom);
  return { name, key, worksFrom, request: undefined };
}

export function enrolmentKinds(operators: Operators): Record<string, ApprovalKind> {
  return {
    [KIND]: {
      async carryOut(trx, { details, requestedBy }) {
        const { operator, name, public_id, key_stamp } = details as Record<string, string>;
        if (!operator || !name || !public_id || !key_stamp) throw new Error('a request without its operator');
        const keyStamp = Buffer.from(key_stamp, 'base64');
        const added = { id: operator, name, publicId: public_id, keyStamp };
        await operators.insert(trx, added, requestedBy, await trx.now);
      },
    },
  };
}
