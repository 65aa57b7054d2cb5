import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from '../../../src/accounts/service.ts';
import { SCOPES } from '../../../src/credentials/scopes.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { CURRENT_VERSION } from '../../../src/contract/versions.ts';
import { DomainError } from '../../../src/lib/errors/errors.ts';
import { newId } from '../../../src/lib/ids.ts';
import { money } from '../../../src/lib/money.ts';
import { until } from '../../../test/support/poll.ts';
import type { FakeBitso } from '../../fake-bitso/server.ts';
import type { Chance } from '../chance.ts';
import { CANARIES } from './canaries.ts';
import { confirmConversion, refundAsOperator, startWithdrawal } from '../../../test/transfers/started.ts';

/** What the deployment's own account at Bitso holds at first. */
export const OWN_MONEY = '1000000.00';
/** One, whose pesos come from a link that was minted and redeemed. */
const ACCOUNTS = 1;
const FIRST_LINK = { currency: 'MXNB', amount: '45000.00' };
/** Bitso's limit allows about forty movements a minute with all that follows them: these ask for no more. */
const WRITERS = 4;
const PAUSE_MS = 6_000;
const CALL_TIMEOUT_MS = 10_000;
const FUNDED_WITHIN_MS = 60_000;
const LINKS = [
  { currency: 'MXNB', amount: '450.50' },
  { currency: 'MXNB', amount: '1200.00' },
  { currency: 'USDC', amount: '120.00' },
];

export interface Account {
  id: string;
  apiKey: string;
}

export interface People {
  accounts: readonly Account[];
  counts: Record<string, number>;
}

interface Surroundings {
  foundation: Foundation;
  fake: FakeBitso;
  accounts: readonly Account[];
  baseUrl: string;
}

export function openAccounts({ db, credentials, config }: Foundation): Promise<Account[]> {
  return Promise.all(
    Array.from({ length: ACCOUNTS }, () =>
      db.transaction(async (trx) => {
        const { id } = await createAccount(trx, { name: 'Chaos', email: null, approved: true });
        const { secret } = await credentials.create(trx, {
          ...{ accountId: id, name: 'Chaos', environment: config.environment, scopes: SCOPES },
          ...{ allowedCidrs: [], apiVersion: CURRENT_VERSION, expiresAt: null },
          ...{ requestsPerMinute: 1_000_000, moneyOperationsPerDay: 100_000_000 },
        });
        return { id, apiKey: secret };
      }),
    ),
  );
}

/** Before anything goes wrong, each account gets the pesos that it is to pay out. */
export async function fundAccounts({ foundation, fake, accounts, baseUrl }: Surroundings): Promise<void> {
  const never = () => false;
  for (const account of accounts) {
    const code = await createLink(baseUrl, account, FIRST_LINK, never);
    const offer = code === undefined ? undefined : await offerOf(foundation, account.id, code, never);
    if (!offer) throw new Error('the first link got no CLABE');
    fake.control.pay({
      ...{ receiver_clabe: offer.destination, amount: offer.amount_due },
      ...{ sender_name: CANARIES.payer, sender_clabe: CANARIES.payerClabe },
    });
    const hasMxnb = () => exchange(foundation, account, '40000').then(() => true, isRefusal);
    await until(hasMxnb, { what: 'the first link is credited', timeoutMs: FUNDED_WITHIN_MS });
  }
}

async function exchange(foundation: Foundation, { id }: Account, amount: string): Promise<void> {
  const request = {
    ...{ accountId: id, fromAsset: 'MXNB', toAsset: 'MXN', amount: money(amount), requestId: null },
  };
  const quote = await foundation.conversions.requestQuote(request, newId());
  await foundation.db.transaction(async (trx) => {
    const conversion = await foundation.conversions.create(trx, request, quote);
    await confirmConversion(foundation, trx, id, conversion.id);
  });
}

/** Nothing on the balance yet; anything else is a fault. */
function isRefusal(error: unknown): false {
  if (error instanceof DomainError) return false;
  throw error;
}

/** Payers pay links in all the ways that they do, and the company pays out and refunds, until it is over. */
export async function movePeople(
  { foundation, fake, accounts, baseUrl }: Surroundings,
  newChance: () => Chance,
  isOver: () => boolean,
): Promise<People> {
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const paid: { accountId: string; code: string }[] = [];
  let sent = 0;
  /** Of a payout or a refund: no other has the same, so that whatever leaves twice is seen by its amount alone. */
  const ownAmount = (about: string) => money(about).plus(money('0.01').times(sent++));

  const pay = async (account: Account, chance: Chance): Promise<void> => {
    const link = await createLink(baseUrl, account, chance.pick(LINKS), isOver);
    const offer = link && (await offerOf(foundation, account.id, link, isOver));
    if (!link || !offer) return count('links without a CLABE in time');
    const transfer = (amount: string) =>
      fake.control.pay({
        ...{ receiver_clabe: offer.destination, amount },
        ...{ sender_name: CANARIES.payer, sender_clabe: CANARIES.payerClabe },
      });
    const due = money(offer.amount_due);
    const way = chance.share();
    if (way < 0.1) return void (transfer(due.minus('0.01').toFixed(2)), count('paid too little'));
    if (way < 0.2) return count('not paid');
    count(transfer(due.toFixed(2)).credited ? 'paid' : 'paid in vain');
    if (way < 0.3) void (transfer(due.toFixed(2)), count('paid twice'));
    paid.push({ accountId: account.id, code: link });
  };

  const convert = async (account: Account): Promise<void> => {
    await exchange(foundation, account, '1100');
    count('conversions');
  };

  const withdraw = async (account: Account, chance: Chance): Promise<void> => {
    const clabe = chance.happens(0.3) ? CANARIES.nvioClabe : CANARIES.beneficiaryClabe;
    await foundation.db.transaction((trx) =>
      startWithdrawal(foundation, trx, {
        ...{ accountId: account.id, asset: 'MXN', amount: ownAmount('101'), method: 'SPEI', requestId: null },
        destination: { clabe, beneficiary: CANARIES.beneficiary },
      }),
    );
    count('payouts');
  };

  const refund = async (chance: Chance): Promise<void> => {
    const [at] = [Math.floor(chance.share() * paid.length)];
    const [link] = paid.splice(at, 1);
    if (!link) return;
    const request = { ...link, amount: ownAmount('100'), destination: {} };
    await refundAsOperator(foundation, request);
    count('refunds');
  };

  const write = async (chance: Chance): Promise<void> => {
    while (!isOver()) {
      const account = chance.pick(accounts);
      const dice = chance.share();
      try {
        if (dice < 0.3) await pay(account, chance);
        else if (dice < 0.4) await convert(account);
        else if (dice < 0.9) await withdraw(account, chance);
        else await refund(chance);
      } catch (error) {
        // Nothing on the balance yet, or the call was killed: people try something else.
        const { message } = error as Error;
        count(error instanceof DomainError ? `refused: ${message}` : `failed: ${message}`);
      }
      await delay(PAUSE_MS * chance.share());
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, () => write(newChance())));
  return { accounts, counts };
}

/** Asks with one key until somebody answers. */
async function createLink(
  baseUrl: string,
  { apiKey }: Account,
  request: { currency: string; amount: string },
  isOver: () => boolean,
): Promise<string | undefined> {
  const key = randomUUID();
  const body = JSON.stringify({
    ...{ ...request, description: 'chaos', accepted_methods: ['SPEI'], payer_name: CANARIES.payer },
  });
  while (!isOver()) {
    try {
      const response = await fetch(`${baseUrl}/v1/payment_links`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          'idempotency-key': key,
        },
        ...{ body, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) },
      });
      const answer = (await response.json()) as { code?: string };
      if (response.ok) return answer.code;
      if (response.status < 500 && response.status !== 409 && response.status !== 429) {
        throw new TypeError(`POST /v1/payment_links: ${response.status} ${JSON.stringify(answer)}`);
      }
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith('POST')) throw error;
    }
    await delay(200);
  }
  return undefined;
}

/** Where to pay a link: at once, or when the background has found out. */
async function offerOf(
  { db }: Foundation,
  accountId: string,
  code: string,
  isOver: () => boolean,
): Promise<{ destination: string; amount_due: string } | undefined> {
  for (const givesUpAt = Date.now() + 20_000; Date.now() < givesUpAt && !isOver(); await delay(200)) {
    const { rows } = await db.read.query<{ destination: string; amount_due: string }>({
      text: `select destination, amount_due::text from payment_link_methods
              where account_id = $1 and link_code = $2 and amount_due is not null and destination is not null`,
      values: [accountId, code],
    });
    if (rows[0]) return rows[0];
  }
  return undefined;
}
