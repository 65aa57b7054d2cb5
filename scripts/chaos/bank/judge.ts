import { reconcile } from '../../../src/audit/reconcile.ts';
import { readSolvency } from '../../../src/audit/index.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { money } from '../../../src/lib/money.ts';
import { rowsOf } from '../rows.ts';
import { SPECS } from './accounts.ts';
import { plain } from './files.ts';
import type { Operators } from './operators.ts';
import type { OwnBank } from './own-bank.ts';
import type { Finance } from './forgers.ts';
import type { People } from './people.ts';
import type { Register } from './register.ts';

const DAY_MS = 24 * 3_600_000;

/** Compares the service's books with the bank's, which were kept apart from them. */
export async function judgeBank(
  foundation: Foundation,
  bank: OwnBank,
  {
    people,
    operators,
    finance,
    register,
  }: { people: People; operators: Operators; finance: Finance; register: Register },
): Promise<{ report: object; faults: string[] }> {
  const { db, providers } = foundation;
  const verified = await db.snapshot(verifyLedger);
  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 60 * DAY_MS) };
  const { providers: reconciled } = await reconcile(db, [providers.get('bank')], period);
  const faults = [
    ...bank.faults.map((fault) => `the bank: ${fault}`),
    ...(await compareForged(foundation, register, operators)),
    ...[...operators.faults].map((fault) => `the operators: ${fault}`),
    ...finance.faults.map((fault) => `finance: ${fault}`),
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
    ...(await compareAtEnd(foundation, bank, operators)),
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

/**
 * A link is paid once if any payment of exactly what was due named it alone, and by nothing else; if a text named another,
 * too, at most once.
 */
async function compareLinks(foundation: Foundation, { links }: People): Promise<string[]> {
  const rows = await rowsOf<{ code: string; status: string; credited: number; sum: string }>(
    foundation,
    `select l.code, l.status, count(d.id)::integer as credited, coalesce(sum(d.amount), 0)::text as sum
       from payment_links l
       left join deposits d on d.account_id = l.account_id and d.payment_link_code = l.code
                           and d.provider = 'bank' and d.status = 'credited'
      group by l.account_id, l.code`,
  );
  const found = new Map(rows.map((row) => [row.code, row]));
  return links.flatMap(({ code, right, maybe, profile }) => {
    const row = found.get(code);
    const [paid] = [...right, ...maybe];
    const isPaid = row?.status === 'paid';
    const isRight =
      row !== undefined &&
      (isPaid ? paid !== undefined : right.length === 0) &&
      row.credited === (isPaid ? 1 : 0) &&
      money(row.sum).eq(isPaid && paid ? plain(paid.entry.cents) : '0');
    if (isRight) return [];
    const named = [...right, ...maybe].map(({ entry }) => entry.transaction).join();
    return [
      `link ${code} in ${profile.currency} was paid ${right.length} times (${named}): ${JSON.stringify(row)}`,
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

/** Nothing of what was forged was booked: it was refused, or waits where everybody sees it, until operators let go of it. */
async function compareForged(
  foundation: Foundation,
  register: Register,
  operators: Operators,
): Promise<string[]> {
  const rows = await rowsOf<{ name: string; number: string | null }>(
    foundation,
    `select f.name, s.number from bank_statements s join bank_files f on f.id = s.file_id`,
  );
  const { accounts, refused } = await operators.status();
  const waiting = new Set(accounts.flatMap((account) => account.waiting.map(({ file }) => file)));
  const forged = new Set(register.forged);
  const wrongly = refused.flatMap(({ file, reason }) => {
    const written = register.find(file);
    return !written || written.isForged || written.isBent || register.cut.has(file)
      ? []
      : [`${file} (${written.kind}) is the bank's, and was refused: ${reason}`];
  });
  return wrongly.concat(
    rows.flatMap(({ name, number }) => {
      if (!forged.has(name)) return [];
      const what = `${name} (${register.find(name)?.kind ?? ''})`;
      if (number !== null) return [`the forgery ${what} was booked`];
      return waiting.has(name) || operators.discarded.has(name)
        ? []
        : [`the forgery ${what} neither waits nor was discarded`];
    }),
  );
}

/** Once the operators have let go of all that waits, nothing is left but what nobody ordered. */
async function compareAtEnd(foundation: Foundation, bank: OwnBank, operators: Operators): Promise<string[]> {
  await operators.discardAll();
  const { accounts } = await operators.status();
  const { ok, errors, assets } = await readSolvency(foundation.db, foundation.providers.all);
  return [
    ...accounts.flatMap(({ account, waiting, unexplained, unwritten }) => [
      ...waiting.map(({ file, reason }) => `${file} of ${account} still waits: ${reason}`),
      ...unwritten.map((batch) => `the payment file ${batch} of ${account} is not written`),
      ...unexplained
        .filter(({ amount }) => !isManual(bank, account, amount))
        .map(({ entry, amount }) => `${entry} of ${amount} is unexplained`),
    ]),
    ...(ok ? [] : [`solvency: ${JSON.stringify({ errors, assets })}`]),
  ];
}

function isManual({ manual }: OwnBank, account: string, amount: string): boolean {
  return manual.some(
    ({ entry, profile, isOwn }) =>
      !isOwn && profile.id === account && money(amount).eq(`-${plain(entry.cents)}`),
  );
}
