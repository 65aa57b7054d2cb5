import { OPERATOR } from '../../audit-log/index.ts';
import type { Foundation } from '../../composition/index.ts';
import type { Queryable } from '../../db/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { formatStored, type Money } from '../../lib/money.ts';
import { formatOptionalTimestamp } from '../../lib/timestamp.ts';
import { configuredPanelBaseUrl } from '../../people/index.ts';
import { createApprovalRules, listRuleUses, type MoveKind } from '../../treasury/index.ts';
import { requireAccount, requireAccountHere } from '../accounts/account.ts';

export interface AddOptions {
  account: string;
  currency: string;
  above: Money;
  kind?: MoveKind;
  approvals: '1' | '2';
  owners: '0' | '1' | '2';
}

export async function listAll({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  return viewRules(db.read, accountId);
}

export async function add(foundation: Foundation, options: AddOptions): Promise<object> {
  const { account: accountId, currency, above: amount, kind = null } = options;
  const { db } = foundation;
  await requireAccountHere(db.read, accountId);
  const owners = Number(options.owners);
  const approvals = options.approvals === '2' ? 2 : 1;
  if (owners > approvals) throw invalidParam('owners', 'owners must be at most approvals.');
  const rule = { kind, currency, amount, approvals, owners } as const;
  await db.transaction((trx) => rulesOf(foundation).add(trx, accountId, OPERATOR, rule));
  return viewRules(db.read, accountId);
}

export async function remove(foundation: Foundation, accountId: string, id: string): Promise<object> {
  const { db } = foundation;
  await requireAccountHere(db.read, accountId);
  await db.transaction((trx) => rulesOf(foundation).remove(trx, accountId, OPERATOR, id));
  return viewRules(db.read, accountId);
}

function rulesOf({ config }: Foundation) {
  return createApprovalRules({ panelUrl: () => `${configuredPanelBaseUrl(config)}/panel` });
}

async function viewRules(on: Queryable, accountId: string): Promise<object> {
  const rules = await listRuleUses(on, { accountId, transferIds: [] });
  return {
    data: rules.map(({ id, kind, currency, amount, approvals, owners, used, endsAt }) => ({
      id,
      kind: kind ?? 'all',
      above: formatStored(amount),
      currency,
      approvals,
      owners,
      moved_without: formatStored(used),
      ends_at: formatOptionalTimestamp(endsAt),
    })),
  };
}
