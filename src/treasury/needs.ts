import type { Tables } from '../db/index.ts';
import type { UserLanguage } from '../people/index.ts';

/** The approvals that a transfer needs: how many, and how many of them an owner must give. */
export type Needs = Pick<Tables['approval_rules'], 'approvals' | 'owners'>;

/** The needs of a request for which no rule asks more, one person in a role that may move money. */
export const ONE_PERSON: Needs = { approvals: 1, owners: 0 };

/** The needs by an account's rules, with the strictest rule that was exceeded. */
export interface Demand extends Needs {
  above: Pick<Tables['approval_rules'], 'currency' | 'amount'>;
}

/** The needs of both. */
export function strictest(one: Needs, other: Needs): Needs {
  return {
    approvals: one.approvals > other.approvals ? one.approvals : other.approvals,
    owners: Math.max(one.owners, other.owners),
  };
}

/** The people whose approval it takes, to follow “the approval of”. */
export const APPROVERS: Readonly<Record<UserLanguage, (needs: Needs) => string>> = {
  en: ({ approvals, owners }) => {
    if (approvals === 1) return owners === 1 ? 'an owner' : 'an owner or someone in finance';
    if (owners === 2) return 'two owners';
    return owners === 1
      ? 'two people, at least one of them an owner'
      : 'two people who are owners or in finance';
  },
  es: ({ approvals, owners }) => {
    if (approvals === 1) return owners === 1 ? 'un propietario' : 'un propietario o alguien de finanzas';
    if (owners === 2) return 'dos propietarios';
    return owners === 1
      ? 'dos personas, al menos una de ellas propietaria'
      : 'dos personas que sean propietarias o de finanzas';
  },
};
