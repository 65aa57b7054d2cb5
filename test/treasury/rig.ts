import { randomUUID } from 'node:crypto';
import type { OwnActor } from '../../src/people/access.ts';
import type { Role } from '../../src/people/roles.ts';
import { createRequests } from '../../src/transfers/requests.ts';
import { createApiRefunds } from '../../src/treasury/api-refunds.ts';
import { createApprovalRules, type NewRule } from '../../src/treasury/approval-rules.ts';
import { createDestinations } from '../../src/treasury/destinations.ts';
import { createLimits } from '../../src/treasury/limits.ts';
import { money } from '../../src/lib/money.ts';
import type { Withdrawal } from '../../src/transfers/transfer.ts';
import { join, panelOf } from '../panel/people.ts';
import type { TestAccount, TestService } from '../support/service.ts';

export const CLABE = '032180000118359719';
const DAY = '24 hours';

/** What the panel calls. */
export function treasuryOf(service: TestService) {
  const { withdrawals, transferKinds: kinds } = service.foundation;
  const panelUrl = () => `${panelOf(service)}/panel`;
  const requests = createRequests({ withdrawals, kinds, panelUrl });
  return {
    requests,
    destinations: createDestinations({ requests, panelUrl }),
    limits: createLimits({ panelUrl }),
    approvalRules: createApprovalRules({ panelUrl }),
    apiRefunds: createApiRefunds({ panelUrl }),
  };
}

/** Somebody who works on the account's money without a browser. */
export interface Treasurer {
  actor: OwnActor;
  email: string;
  save(label?: string, clabe?: string): Promise<string>;
  remove(destinationId: string): Promise<void>;
  limit(amount: string | null, currency?: string): Promise<void>;
  withdraw(destinationId: string, amount: string, asset?: string): Promise<Withdrawal>;
  approve(id: string): Promise<unknown>;
  withdrawApproval(id: string): Promise<unknown>;
  decline(id: string, reason?: string | null): Promise<unknown>;
  /** Adds an approval rule in MXN: for all kinds, and one approval by anyone in a role for money, unless told otherwise. */
  rule(amount: string, of?: Partial<Omit<NewRule, 'amount'>>): Promise<void>;
}

/** Trusted with the account's money, unless they joined this moment (`isNew`). */
export async function treasurer(
  service: TestService,
  account: TestAccount,
  role: Role,
  { isNew } = { isNew: false },
): Promise<Treasurer> {
  const { id: userId, email } = await join(service, account.id, role);
  const trustedAt = isNew ? "service_now() + interval '24 hours'" : "service_now() - interval '1 hour'";
  await service.database.query(`update memberships set trusted_at = ${trustedAt} where user_id = $1`, [
    userId,
  ]);
  const actor = { userId, email, sessionId: randomUUID(), address: '127.0.0.1', requestId: null };
  const { approvalRules, destinations, limits, requests } = treasuryOf(service);
  const { db } = service.foundation;
  const parts = (clabe: string) => ({ clabe, beneficiary: 'Acme S.A.' });
  return {
    actor,
    email,
    save: (label = 'Main account', clabe = CLABE) =>
      db.transaction((trx) =>
        destinations.save(trx, account.id, actor, { label, method: 'SPEI', parts: parts(clabe) }),
      ),
    remove: (id) => db.transaction((trx) => destinations.remove(trx, account.id, actor, id)),
    limit: (amount, currency = 'MXN') =>
      db.transaction((trx) =>
        limits.set(trx, account.id, actor, { currency, amount: amount === null ? null : money(amount) }),
      ),
    rule: (amount, of = {}) => {
      const rule = {
        kind: null,
        currency: 'MXN',
        approvals: 1,
        owners: 0,
        ...of,
        amount: money(amount),
      } as const;
      return db.transaction((trx) => approvalRules.add(trx, account.id, actor, rule));
    },
    withdraw: async (destinationId, amount, asset = 'MXNB') => {
      const order = { destinationId, asset, amount: money(amount) };
      const { withdrawal } = await db.transaction((trx) => requests.create(trx, account.id, actor, order));
      return withdrawal;
    },
    approve: (id) => db.transaction((trx) => requests.approve(trx, account.id, actor, id)),
    withdrawApproval: (id) => db.transaction((trx) => requests.withdrawApproval(trx, account.id, actor, id)),
    decline: (id, reason = 'I do not know it.') =>
      db.transaction((trx) => requests.decline(trx, account.id, actor, { id, reason })),
  };
}

/** Lets as much time pass as makes a saved destination an old one. */
export function letTimePass({ database }: TestService, time = DAY): Promise<unknown> {
  return database.query(`update service_clock set advanced_by = advanced_by + $1::interval`, [time]);
}

/** What became of each of several attempts at once: `done`, or the code of the refusal. */
export async function outcomesOf(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) =>
    one.status === 'fulfilled' ? 'done' : ((one.reason as { code?: string }).code ?? String(one.reason)),
  );
}

export async function requestOf({ database }: TestService, id: string): Promise<any> {
  const [row] = await database.query('select * from transfer_requests where transfer_id = $1', [id]);
  return row;
}

/** The account's audit log of withdrawals, oldest first. */
export async function deedsOf({ database }: TestService, accountId: string): Promise<string[]> {
  const rows = await database.query(
    `select action || ': ' || subject as deed from audit_entries
      where account_id = $1 and action ~ '^(withdrawal|refund|conversion|limit|approval_rule|api_refunds|member[.]vouched)' order by created_at, id`,
    [accountId],
  );
  return rows.map(({ deed }) => String(deed));
}
