import { readFile } from 'node:fs/promises';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import type { FakeBitso } from '../../fake-bitso/server.ts';
import { money, ZERO, type Money } from '../../../src/lib/money.ts';
import { rowsOf } from '../rows.ts';
import { CANARIES } from './canaries.ts';
import { OWN_MONEY, type People } from './people.ts';
import { listUnsettled } from './rest.ts';

const DAY_MS = 24 * 3_600_000;

interface Course {
  people: People;
  forged: readonly string[];
  logFile: string;
}

/** Compares the service's books with the stand-in's, which were kept apart from them, and searches the logs. */
export async function judgeBitso(
  foundation: Foundation,
  fake: FakeBitso,
  { people, forged, logFile }: Course,
): Promise<{ report: object; faults: string[] }> {
  const { db, providers } = foundation;
  const theirs = fake.control.state();
  const verified = await db.snapshot(verifyLedger);
  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + DAY_MS) };
  const bitso = providers.all.filter(({ name }) => name === 'bitso');
  const { providers: reconciled } = await reconcile(db, bitso, period);
  const log = await readFile(logFile, 'utf8');
  const faults = [
    ...theirs.faults.map((fault) => `the stand-in: ${fault}`),
    ...(await listUnsettled(foundation)),
    ...verified.discrepancies.map(({ check, detail }) => `${check}: ${detail}`),
    ...reconciled.flatMap(({ differences }) =>
      differences.map((one) => `reconciliation: ${JSON.stringify(one)}`),
    ),
    ...(await compareDeposits(foundation, theirs)),
    ...(await compareTransfers(foundation, theirs)),
    ...(await comparePaid(foundation, theirs)),
    ...(await comparePlaces(foundation, theirs)),
    ...(await findForged(foundation, forged)),
    ...findCanaries(log, theirs),
  ];
  const statuses = await rowsOf<{ what: string; count: number }>(
    foundation,
    `select format('%s %s', kind, status) as what, count(*)::integer as count from transfers
      where provider = 'bitso' group by 1
     union all
     select format('deposit %s', status), count(*)::integer from deposits where provider = 'bitso' group by 1
     union all
     select format('link %s', status), count(*)::integer from payment_links group by 1`,
  );
  const limits = Object.entries(theirs.received).filter(([endpoint]) => endpoint !== 'elsewhere');
  return {
    faults,
    report: {
      people: people.counts,
      calls: limits.reduce((sum, [, count]) => sum + count, 0),
      deliveries: theirs.deliveries,
      outcomes: Object.fromEntries(statuses.map(({ what, count }) => [what, count])),
      at_bitso: {
        fundings: theirs.fundings.length,
        withdrawals: theirs.withdrawals.length,
        mints: theirs.mints.length,
      },
      statement_lines_matched: reconciled.map(({ matched }) => matched),
      entries: verified.entries,
      log_lines: log.split('\n').length - 1,
    },
  };
}

type Theirs = ReturnType<FakeBitso['control']['state']>;

/** Every payer's transfer that arrived is one deposit, and there is no other. */
async function compareDeposits(foundation: Foundation, { fundings }: Theirs): Promise<string[]> {
  const deposits = await rowsOf<{ reference: string; amount: string }>(
    foundation,
    `select provider_reference as reference, trim_scale(amount)::text as amount from deposits where provider = 'bitso'`,
  );
  const ours = new Map(deposits.map(({ reference, amount }) => [reference, amount]));
  const arrived = fundings.filter(
    ({ status, details }) => status === 'complete' && (details['receive_clabe'] ?? '') !== '',
  );
  return [
    ...(ours.size === deposits.length ? [] : ['a funding is two deposits']),
    ...arrived.flatMap(({ fid, amount }) => {
      const found = ours.get(fid);
      ours.delete(fid);
      return found !== undefined && Number(found) === Number(amount)
        ? []
        : [`funding ${fid} of ${amount}: ${found}`];
    }),
    ...[...ours.keys()].map((fid) => `deposit ${fid} is no funding`),
  ];
}

/** What went out and stayed out, by each side's own account of it, and never two withdrawals for one transfer. */
async function compareTransfers(
  foundation: Foundation,
  { withdrawals, fundings }: Theirs,
): Promise<string[]> {
  const transfers = await rowsOf<{ reference: string; kind: string; status: string }>(
    foundation,
    `select provider_reference as reference, kind, status from transfers
      where provider = 'bitso' and kind in ('withdrawal', 'refund')`,
  );
  const statusOf = new Map(transfers.map(({ reference, status }) => [reference, status]));
  const reversed = new Set(fundings.map(({ details }) => details['origin_wid']));
  const toPeople = withdrawals.filter(({ details }) => 'beneficiary_clabe' in details && isOfPeople(details));
  const wrong = toPeople.flatMap(({ wid, status }) => {
    const expected = status === 'failed' ? 'failed' : reversed.has(wid) ? 'returned' : 'settled';
    const found = statusOf.get(wid) ?? 'missing';
    // A transfer that failed need not say by which withdrawal.
    return found === expected || (expected === 'failed' && found === 'missing')
      ? []
      : [`withdrawal ${wid} is ${expected} there, ${found} here`];
  });
  const out = toPeople.filter(({ wid, status }) => status === 'complete' && !reversed.has(wid)).length;
  const here = transfers.filter(({ status }) => status === 'settled').length;
  return [...wrong, ...(out === here ? [] : [`${out} transfers stayed out there, ${here} here`])];
}

/**
 * What each person got in the end, by amounts that no two payouts or refunds share: none twice, and none whose money was
 * given back. It asks for no reference, which a fault could have mixed up.
 */
async function comparePaid(foundation: Foundation, { withdrawals, fundings }: Theirs): Promise<string[]> {
  const rows = await rowsOf<{ id: string; kind: string; status: string; sent: string }>(
    foundation,
    `select id, kind, status, coalesce(to_amount, amount)::text as sent from transfers
      where provider = 'bitso' and kind in ('withdrawal', 'refund')`,
  );
  const reversed = new Set(fundings.map(({ details }) => details['origin_wid']));
  const out = withdrawals.filter(
    ({ wid, status, details }) => status === 'complete' && !reversed.has(wid) && isOfPeople(details),
  );
  return rows.flatMap(({ id, kind, status, sent }) => {
    const times = out.filter(({ amount }) => money(amount).eq(sent)).length;
    if (times === (status === 'settled' ? 1 : 0)) return [];
    return [`${kind} ${id} of ${sent} is ${status}, and was paid ${times} times`];
  });
}

/** To payers and beneficiaries, and not on to Juno. */
function isOfPeople(details: object): boolean {
  const { beneficiary_clabe: to } = details as { beneficiary_clabe?: string };
  return [CANARIES.payerClabe, CANARIES.beneficiaryClabe, CANARIES.nvioClabe].includes(to ?? '');
}

/** What the books say lies at Bitso and at Juno, besides what the deployment had there before, and what does. */
async function comparePlaces(foundation: Foundation, { balances, mxnb }: Theirs): Promise<string[]> {
  const rows = await rowsOf<{ asset: string; sum: string }>(
    foundation,
    `select asset, (- sum(balance))::text as sum from ledger_balances
      where book in ('rail:bitso', 'conversion:bitso') group by 1`,
  );
  const booked = new Map(rows.map(({ asset, sum }) => [asset, money(sum)]));
  const places: [string, string, Money][] = [
    ['MXN', 'Bitso', money(balances['mxn'] ?? '0').minus(OWN_MONEY)],
    ['USDC', 'Bitso', money(balances['usdc'] ?? '0')],
    ['MXNB', 'Juno', money(mxnb)],
  ];
  return places.flatMap(([asset, place, lies]) => {
    const ours = booked.get(asset) ?? ZERO;
    return ours.eq(lies)
      ? []
      : [`${place} has ${lies.toFixed()} ${asset} of the accounts, the books ${ours.toFixed()}`];
  });
}

async function findForged(foundation: Foundation, forged: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ notice_id: string }>(foundation, 'select notice_id from provider_notices');
  return forged
    .filter((fid) => rows.some(({ notice_id: id }) => id.includes(fid)))
    .map((fid) => `${fid} was taken in`);
}

/** Names, secrets and account numbers, also those of the CLABEs that links were given. */
function findCanaries(log: string, { fundings }: Theirs): string[] {
  const clabes = fundings
    .flatMap(({ details }) => String(details['receive_clabe'] ?? ''))
    .filter((text) => text !== '');
  const secrets = [
    ...Object.entries(CANARIES),
    ...clabes.map((clabe) => ['a CLABE of a link', clabe] as const),
  ];
  const found = secrets.filter(([, text]) => log.includes(text)).map(([name]) => `a log has ${name}`);
  return [...new Set(found)];
}
