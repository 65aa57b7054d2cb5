import { OWNERS, readBy, type Role, TECHNICAL } from '../../people/index.ts';
import { MEMBERS, MONEY, READERS } from '../request/route.ts';
import { AUDIT, type AuditAction } from './texts.ts';

/** `deposit` of `deposit.accepted`. */
type ObjectOf<Action> = Action extends `${infer Object}.${string}` ? Object : never;

/**
 * The roles that read the entries on each kind of object are those that open its pages. Entries about people and how they
 * sign in are for owners and auditors only.
 */
const READERS_OF: Readonly<Record<ObjectOf<AuditAction>, readonly Role[]>> = {
  account: MEMBERS,
  api_key: readBy(TECHNICAL),
  api_refunds: READERS,
  approval_rule: READERS,
  attachment: MEMBERS,
  bank_statement: readBy(MONEY),
  brand: MEMBERS,
  chat: readBy(OWNERS),
  conversion: MEMBERS,
  customer: MEMBERS,
  deposit: MEMBERS,
  difference: READERS,
  first_steps: MEMBERS,
  identity: readBy(OWNERS),
  limit: READERS,
  link_reminders: MEMBERS,
  member: readBy(OWNERS),
  month_profile: MEMBERS,
  note: MEMBERS,
  notifications: readBy(OWNERS),
  passkey: readBy(OWNERS),
  password: readBy(OWNERS),
  payment: MEMBERS,
  payment_link: MEMBERS,
  qr_code: MEMBERS,
  refund: MEMBERS,
  saved_view: MEMBERS,
  session: readBy(OWNERS),
  statement_mail: MEMBERS,
  tolerance: MEMBERS,
  user: readBy(OWNERS),
  webhook_delivery: readBy(TECHNICAL),
  webhook_endpoint: readBy(TECHNICAL),
  webhook_events: readBy(TECHNICAL),
  withdrawal: READERS,
  withdrawal_batch: READERS,
  withdrawal_destination: READERS,
  withdrawal_limit: READERS,
};

/** The actions whose entries this role reads. Owners and auditors read all others too, such as those of older versions. */
export function actionsFor(role: Role): AuditAction[] {
  const actions = Object.keys(AUDIT.en.actions) as AuditAction[];
  return actions.filter((action) =>
    READERS_OF[action.slice(0, action.indexOf('.')) as ObjectOf<AuditAction>].includes(role),
  );
}

/** Whether this role reads everything, which is every action, with its address and session. */
export const readsAll = (role: Role): boolean => readBy(OWNERS).includes(role);
