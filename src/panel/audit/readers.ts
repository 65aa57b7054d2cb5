import { OWNERS, type Role, TECHNICAL } from '../../people/index.ts';
import { MEMBERS, MONEY, READERS } from '../request/route.ts';
import { AUDIT, type AuditAction } from './texts.ts';

/** `deposit` of `deposit.accepted`. */
type ObjectOf<Action> = Action extends `${infer Object}.${string}` ? Object : never;

/**
 * The roles that read the entries on each kind of object are those that open its pages. Entries about people and how they
 * sign in are for owners only.
 */
const READERS_OF: Readonly<Record<ObjectOf<AuditAction>, readonly Role[]>> = {
  account: MEMBERS,
  api_key: TECHNICAL,
  api_refunds: READERS,
  bank_statement: MONEY,
  brand: MEMBERS,
  conversion: MEMBERS,
  customer: MEMBERS,
  deposit: MEMBERS,
  difference: READERS,
  first_steps: MEMBERS,
  identity: OWNERS,
  limit: READERS,
  member: OWNERS,
  month_profile: MEMBERS,
  passkey: OWNERS,
  password: OWNERS,
  payment: MEMBERS,
  payment_link: MEMBERS,
  qr_code: MEMBERS,
  refund: MEMBERS,
  session: OWNERS,
  statement_mail: MEMBERS,
  tolerance: MEMBERS,
  user: OWNERS,
  webhook_delivery: TECHNICAL,
  webhook_endpoint: TECHNICAL,
  webhook_events: TECHNICAL,
  withdrawal: READERS,
  withdrawal_destination: READERS,
  withdrawal_limit: READERS,
};

/** The actions whose entries this role reads. Owners read all others too, such as those of older versions. */
export function actionsFor(role: Role): AuditAction[] {
  const actions = Object.keys(AUDIT.en.actions) as AuditAction[];
  return actions.filter((action) =>
    READERS_OF[action.slice(0, action.indexOf('.')) as ObjectOf<AuditAction>].includes(role),
  );
}

/** Whether this role reads everything: every action, from which address and in which session. */
export const readsAll = (role: Role): boolean => OWNERS.includes(role);
