import type { Queryable } from '../db/index.ts';
import { money } from '../lib/money.ts';
import { type Member, type Membership, TREASURERS } from '../people/index.ts';
import {
  findRequester,
  listActiveMembers,
  objectionTo,
  personBehind,
  type PersonObjection,
  type Requester,
} from './members.ts';
import { type Demand, type Needs, strictest } from './needs.ts';
import type { MoveKind } from './member-emails.ts';
import type { TransferRequest } from './repository.ts';
import { listRuleUses, type RuleUse } from './rule-repository.ts';

/** How long others have to approve what a rule asks it for. */
export const APPROVAL_WAIT_MS = 7 * 24 * 3600_000;

/** By the rules that are exceeded, of those for a kind; undefined if none is. All of them count, so the strictest does. */
export async function demandOf(
  rules: readonly RuleUse[],
  kind: MoveKind,
  isExceeded: (rule: RuleUse) => boolean | Promise<boolean>,
): Promise<Demand | undefined> {
  let demand: Demand | undefined;
  for (const rule of rules) {
    if (rule.kind !== null && rule.kind !== kind) continue;
    if (!(await isExceeded(rule))) continue;
    demand = { above: demand?.above ?? rule, ...strictest(demand ?? rule, rule) };
  }
  return demand;
}

/** A member who approves, or has approved. */
type Approver = Pick<Member, 'userId' | 'role' | 'trustedAt' | 'vouchedBy'>;

/** A waiting transfer as its approvers find it. */
export interface Approval {
  requester: Requester;
  needs: Needs;
  /** Those whose approval it has, and still counts. */
  given: readonly (Approver & Pick<Member, 'email'>)[];
}

/**
 * The approval that a waiting transfer needs now. It keeps what it was asked for, and needs more if the account's rules
 * do by now, as after a rule was added, or after others went that were asked for at the same time. An approval counts as long as
 * its giver could give it again. Of a batch, all transfers that wait are named `together`, because the rules judge their sum.
 */
export async function findApproval(
  on: Queryable,
  request: TransferRequest,
  kind: MoveKind,
  now: Date,
  together: readonly string[] = [request.transferId],
): Promise<Approval> {
  const { accountId, requestedBy } = request;
  const [requester, members, rules] = await Promise.all([
    findRequester(on, accountId, requestedBy),
    listActiveMembers(on, accountId, TREASURERS),
    listRuleUses(on, { accountId, transferIds: together }),
  ]);
  const asked: Needs = { approvals: request.approvalsNeeded, owners: request.ownersNeeded };
  const demand = await demandOf(rules, kind, ({ used, amount }) => money(used).gt(money(amount)));
  const needs = demand ? strictest(asked, demand) : asked;
  const approvedBy = [request.firstApprovedBy, request.decision === 'approved' ? request.decidedBy : null];
  const standing = members.filter(
    (member) => approvedBy.includes(member.userId) && objectionTo(member, requester, now) === undefined,
  );
  const others = standing.filter(({ role }) => role !== 'owner').slice(0, needs.approvals - needs.owners);
  return { requester, needs, given: [...standing.filter(({ role }) => role === 'owner'), ...others] };
}

/** The reason why a member may not approve a transfer. */
export type Objection = PersonObjection | 'already_approved' | 'owner_required';

/**
 * The reason why a member may not give the next approval; undefined if they may. Different people stand behind the
 * request and each of its approvals (`objectionTo`), and those that are missing last are owners' as far as it needs them.
 */
export function objectionToApproval(
  approver: Approver,
  { requester, needs, given }: Approval,
  now: Date,
): Objection | undefined {
  if (given.some(({ userId }) => userId === approver.userId)) return 'already_approved';
  const objection = objectionTo(approver, requester, now);
  if (objection) return objection;
  const all = [...given, approver];
  const ownersMissing = needs.owners - all.filter(({ role }) => role === 'owner').length;
  if (ownersMissing > needs.approvals - all.length) return 'owner_required';
  const behind = personBehind(approver, now);
  return given.some((one) => personBehind(one, now) === behind) ? 'member_too_new' : undefined;
}

/** Whose requests the present members could approve as a rule asks: everyone's, only those of some, or no one's. */
export type Coverage = 'all' | 'some' | 'none';

/** Trust is left aside, because it comes with time. */
export function coverageOf(
  { approvals, owners }: Needs,
  members: readonly Pick<Membership, 'role'>[],
): Coverage {
  const ownersAmong = members.filter(({ role }) => role === 'owner').length;
  const isCovered = ({ role }: Pick<Membership, 'role'>) =>
    members.length - 1 >= approvals && ownersAmong - (role === 'owner' ? 1 : 0) >= owners;
  const covered = members.filter(isCovered).length;
  if (covered === 0) return 'none';
  return covered === members.length ? 'all' : 'some';
}
