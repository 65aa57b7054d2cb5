import { movedBy } from '../../account-moves/index.ts';
import type { Foundation } from '../../composition/index.ts';
import {
  findLink,
  findLinkAccount,
  type LinkStatus,
  listLinkMethods,
  listLinks,
  viewLink,
  viewLinkSummary,
} from '../../payment-links/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { CommandFailure, pageOf } from '../frame/index.ts';
import { movedTo, requireAccount } from './account.ts';

export interface ListOptions {
  account: string;
  status?: LinkStatus;
  limit: number;
  after?: string;
}

export async function list(
  { db }: Foundation,
  { account: accountId, status, limit, after }: ListOptions,
): Promise<object> {
  await requireAccount(db.read, accountId);
  const last = after === undefined ? undefined : await findLink(db.read, { accountId, code: after });
  if (after !== undefined && !last) throw new CommandFailure(`This account has no payment link ${after}.`);
  const filters = { status, currency: undefined, terms: undefined };
  const position = { afterTime: last?.createdAt, afterCode: last?.code };
  const range = { createdAfter: undefined, createdBefore: undefined, ...position };
  return pageOf(
    limit,
    (count) => listLinks(db.read, { accountId, ...filters, ...range, limit: count }),
    (link) => {
      const {
        code,
        status,
        amount,
        currency,
        description,
        created_at: createdAt,
        ...others
      } = viewLinkSummary(link);
      return { code, status, amount, currency, created_at: createdAt, description, ...others };
    },
  );
}

export async function show({ db }: Foundation, code: string): Promise<object> {
  const accountId = await requireLinkAccount({ db }, code);
  const [link, methods] = await Promise.all([
    findLink(db.read, { accountId, code }),
    listLinkMethods(db.read, { accountId, code }),
  ]);
  if (!link) throw noLink(code);
  const { code: shown, ...others } = viewLink({ link, methods });
  return { code: shown, account_id: accountId, ...others };
}

/** The account of a link, which the operator identifies by its code alone. Throws when it has moved to another cell. */
export async function requireLinkAccount({ db }: Pick<Foundation, 'db'>, code: string): Promise<string> {
  const accountId = await findLinkAccount(db.read, code);
  if (accountId !== undefined) return accountId;
  const moved = await movedBy.link(db.read, { name: code });
  throw moved?.state ? movedTo(moved.cell) : noLink(code);
}

function noLink(code: string): DomainError {
  return new DomainError('payment_link_not_found', { message: `There is no payment link ${code}.` });
}
