import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { money } from '../../../src/lib/money.ts';
import { rowsOf } from '../rows.ts';
import { SPECS } from './accounts.ts';
import { plain } from './files.ts';
import type { Operators } from './operators.ts';
import type { OwnBank } from './own-bank.ts';
import type { People } from './people.ts';

const DAY_MS = 24 * 3_600_000;

/** Compares the service's books with the bank's, which were kept apart from them. */
export async function judgeBank(
  foundation: Foundation,
  bank: OwnBank,
  { people, operators }: { people: People; operators: Operators },
): Promise<{ report: object; faults: string[] }> {
  const { db, providers } = foundation;
  const verified = await db.snapshot(verifyLedger);
  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 60 * DAY_MS) };
  const { providers: reconciled } = await reconcile(db, [providers.get('bank')], period);
  const faults = [
    ...bank.faults.map((fault) => `the bank: ${fault}`),
    ...verified.discrepancies.map(({ check, detail }) => `${check}: ${detail}`),
    ...compareDifferences(
      bank,
      reconciled.flatMap(({ differences }) => differences),
    ),
    ...(await findUnsettled(foundation)),
    ...(await compareLinks(foundation, people)),
    ...(await compareDeposits(foundation, bank)),
    ...(await comparePayouts(foundation, bank)),
    ...(await compareBalances(foundation, bank)),
    ...compareWaiting(bank, await operators.status()),
  ];
  const statuses = await rowsOf<{ what: string; count: number }>(
    foundation,
    `select format('%s %s', kind, status) as what, count(*)::integer as count from transfers
      where provider = 'bank' group by 1
     union all
     select format('deposit %s %s', status, unmatched_reason), count(*)::integer from deposits
      where provider = 'bank' group by 1
     union all
     select format('link %s', status), count(*)::integer from payment_links group by 1
     union all
     select 'files ' || case when refused is null then 'taken' else 'refused' end, count(*)::integer
       from bank_files group by 1 order by 1`,
  );
  return {
    faults,
    report: {
      outcomes: Object.fromEntries(statuses.map(({ what, count }) => [what.trim(), count])),
      statement_lines_matched: reconciled.map(({ matched }) => matched),
      entries: verified.entries,
    },
  };
}

type Difference = Awaited<ReturnType<typeof reconcile>>['providers'][number]['differences'][number];

/** Only what nobody ordered, and the operators do not know of either. */
function compareDifferences({ manual }: OwnBank, differences: readonly Difference[]): string[] {
  const left = manual
    .filter(({ isOwn }) => !isOwn)
    .map(({ entry, profile }) => `-${plain(entry.cents)} ${profile.currency}`);
  const found: string[] = [];
  for (const difference of differences) {
    const at = left.findIndex(
      (amount) => difference.problem === 'missing_here' && isSame(amount, difference.theirs),
    );
    if (at === -1) found.push(`reconciliation: ${JSON.stringify(difference)}`);
    else left.splice(at, 1);
  }
  return [...found, ...left.map((amount) => `reconciliation does not show ${amount}, which nobody ordered`)];
}

function isSame(one: string, other: string | null): boolean {
  const [amount, asset] = one.split(' ');
  const [theirs, of] = (other ?? '').split(' ');
  return asset === of && Number(amount) === Number(theirs?.replaceAll(',', ''));
}

async function findUnsettled(foundation: Foundation): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    foundation,
    `select format('%s %s at %s is still %s: %s', kind, id, provider, status, last_error) as fault
       from transfers where status in ('requested', 'held', 'sent')
     union all
     select format('deposit %s is still pending', id) from deposits where status = 'pending'
     union all
     select format('entry %s of %s is not reported after %s attempts', identity, amount, report_attempts)
       from bank_entries where report_due_at is not null`,
  );
  return rows.map(({ fault }) => fault);
}

/** A link is paid once if any payment of exactly what was due named it alone, and by nothing else. */
async function compareLinks(foundation: Foundation, { links }: People): Promise<string[]> {
  const rows = await rowsOf<{ code: string; status: string; credited: number; amounts: string[] | null }>(
    foundation,
    `select l.code, l.status, count(d.id)::integer as credited, array_agg(d.amount::text) as amounts
       from payment_links l
       left join deposits d on d.account_id = l.account_id and d.payment_link_code = l.code
                           and d.provider = 'bank' and d.status = 'credited'
      group by l.account_id, l.code`,
  );
  const found = new Map(rows.map((row) => [row.code, row]));
  return links.flatMap(({ code, right, profile }) => {
    const row = found.get(code);
    const expected = right.length > 0 ? 1 : 0;
    const isRight =
      row?.credited === expected &&
      (row.status === 'paid') === (expected === 1) &&
      (expected === 0 || money(row.amounts?.[0] ?? '0').eq(plain(right[0]!.entry.cents)));
    if (isRight) return [];
    const paid = right.map(({ entry }) => entry.transaction).join();
    return [
      `link ${code} in ${profile.currency} was paid ${right.length} times (${paid}): ${JSON.stringify(row)}`,
    ];
  });
}

/** Every payment that the bank booked is one deposit, and there is no other that counts. */
async function compareDeposits(foundation: Foundation, bank: OwnBank): Promise<string[]> {
  const rows = await rowsOf<{ what: string; status: string }>(
    foundation,
    `select asset || ' ' || amount::numeric(30, 2)::text as what, status from deposits
      where provider = 'bank' and status <> 'failed'`,
  );
  const ours = countOf(rows.map(({ what }) => what));
  const theirs = countOf(
    bank.entries
      .filter(({ entry }) => entry.kind === 'credit')
      .map(({ profile, entry }) => `${profile.currency} ${plain(entry.cents)}`),
  );
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((what) => {
    const [here, there] = [ours.get(what) ?? 0, theirs.get(what) ?? 0];
    return here === there ? [] : [`${there} payments of ${what} were booked, and there are ${here} deposits`];
  });
}

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Each payout left once at most, and is here what the bank did with it. */
async function comparePayouts(foundation: Foundation, { sent }: OwnBank): Promise<string[]> {
  const rows = await rowsOf<{
    id: string;
    reference: string | null;
    status: string;
    amount: string;
    left: string;
  }>(
    foundation,
    `select t.id, o.id as reference, t.status, t.to_amount::text as amount
       from transfers t left join bank_orders o on o.idempotency_key like '%' || t.id || '%'
      where t.provider = 'bank' and t.kind = 'withdrawal'`,
  );
  const faults: string[] = [];
  for (const { id, reference, status, amount } of rows) {
    const theirs = sent.filter((one) => money(plain(one.cents)).eq(amount));
    const [one] = theirs;
    if (theirs.length > 1 || (one && one.debits > 1))
      faults.push(`withdrawal ${id} was debited more than once`);
    if (one && one.id !== reference)
      faults.push(`withdrawal ${id} is ${String(reference)} here and ${one.id} there`);
    const expected = !one
      ? 'missing'
      : one.fate === 'refused'
        ? 'failed'
        : one.isReturned
          ? 'returned'
          : 'settled';
    if (expected !== status)
      faults.push(
        `withdrawal ${id} of ${amount} is ${status}; at the bank ${String(reference)} is ${expected}`,
      );
  }
  for (const { id, cents } of sent) {
    if (!rows.some(({ amount }) => money(plain(cents)).eq(amount)))
      faults.push(`the bank was asked to pay ${id}, which is no withdrawal`);
  }
  return faults;
}

/** The rail's book is what the bank's book is, less what lay there before, and what nobody ordered. */
async function compareBalances(foundation: Foundation, bank: OwnBank): Promise<string[]> {
  const booked = await rowsOf<{ asset: string; sum: string }>(
    foundation,
    `select asset, (- sum(balance))::text as sum from ledger_balances where book = 'rail:bank' group by 1`,
  );
  const proven = await rowsOf<{ account: string; closing: string }>(
    foundation,
    'select account, closing::text from bank_accounts',
  );
  return SPECS.flatMap(({ id, currency, opening }) => {
    const { balance } = bank.bookOf({ id });
    const unknown = bank.manual
      .filter(({ profile, isOwn }) => profile.id === id && !isOwn)
      .reduce((sum, { entry }) => sum + entry.cents, 0n);
    const [theirs, ours] = [
      Number(balance - opening - unknown),
      Math.round(Number(booked.find(({ asset }) => asset === currency)?.sum ?? '0') * 100),
    ];
    const closing = proven.find(({ account }) => account === id)?.closing;
    return [
      ...(theirs === ours ? [] : [`the rail's book of ${currency} has ${ours} cents, the bank ${theirs}`]),
      ...(closing !== undefined && money(closing).times(100).eq(String(balance))
        ? []
        : [`the statements of ${id} prove ${String(closing)}, the bank has ${balance} cents`]),
    ];
  });
}

/** What was forged or restated waits, and nothing else does. */
function compareWaiting(
  { mustWait }: OwnBank,
  { accounts }: Awaited<ReturnType<Operators['status']>>,
): string[] {
  const textOf = (account: string, opening: unknown, closing: unknown) =>
    `${account} ${Number(opening).toFixed(2)} → ${Number(closing).toFixed(2)}`;
  const expected = countOf(
    mustWait.map(({ account, opening, closing }) => textOf(account, opening, closing)),
  );
  const found = countOf(
    accounts.flatMap(({ account, waiting }) =>
      (waiting as { opening: string; closing: string }[]).map(({ opening, closing }) =>
        textOf(account, opening, closing),
      ),
    ),
  );
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((what) =>
    expected.get(what) === found.get(what)
      ? []
      : [`of the statement ${what}, ${expected.get(what) ?? 0} must wait and ${found.get(what) ?? 0} do`],
  );
}
