import { setTimeout as delay } from 'node:timers/promises';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { newId } from '../../../src/lib/ids.ts';
import { DomainError } from '../../../src/lib/errors/errors.ts';
import { money } from '../../../src/lib/money.ts';
import { confirmConversion, startWithdrawal } from '../../../test/transfers/started.ts';
import { until } from '../../../test/support/poll.ts';
import type { Chance } from '../chance.ts';
import { persistently } from '../processes.ts';
import { call, findOffer, type Account } from '../writers.ts';
import { CAP, PAYEE, SPECS, type Spec } from './accounts.ts';
import { dateOf } from './ledger.ts';
import type { OwnBank, Transfer } from './own-bank.ts';
import { protocolOf } from './protocol-texts.ts';

const WRITERS = 8;
const PAUSE_MS = 500;
const DB_TIMEOUT_MS = 30_000;
const FUNDED_WITHIN_MS = 60_000;
/** Of what each account gets to withdraw from; both are exchanged from. */
const FUNDS = [
  { link: { method: 'MXNB', amount: '300000', currency: 'MXNB' }, amount: '290000', asset: 'MXN' },
  { link: { method: 'USDC', amount: '45000', currency: 'USDC' }, amount: '44000', asset: 'USD' },
] as const;
const LINKS = {
  mxn: { currency: 'MXNB', amounts: ['450.50', '1200', String(Number(CAP.mxn) + 500)] },
  usd: { currency: 'USDC', amounts: ['150', '820.40', String(Number(CAP.usd) + 500)] },
};

/** A link, and what its payers did. */
export interface PaidLink {
  accountId: string;
  code: string;
  profile: Spec;
  /** Exactly what is due, with the link's own reference and no other. */
  right: Transfer[];
  /** The same with another reference in the text: which one counts depends on how the file's format keeps texts. */
  maybe: Transfer[];
}

/** A link that is open, and what its page tells the payer. */
export interface OpenLink extends PaidLink {
  due: bigint;
  reference: string;
}

export interface People {
  links: PaidLink[];
  counts: Record<string, number>;
}

export interface Surroundings {
  foundation: Foundation;
  account: Account;
  baseUrl: () => string;
}

/** Before the bank is there: money at the simulator, exchanged for what the bank sends. */
export async function fund({ foundation, account, baseUrl }: Surroundings): Promise<void> {
  for (const { link, amount, asset } of FUNDS) {
    const { method, ...request } = link;
    const made = await call(account, '/v1/payment_links', { ...request, description: 'chaos' })(baseUrl());
    const path = `/v1/test_helpers/payment_links/${String(made['code'])}/deposit`;
    await call(account, path, { method, scenario: 'exact' })(baseUrl());
    const isExchanged = () =>
      exchange(foundation, account, { from: link.currency, to: asset, amount }).then(() => true, isRefusal);
    await until(isExchanged, { what: `the account has ${asset}`, timeoutMs: FUNDED_WITHIN_MS });
  }
}

async function exchange(
  foundation: Foundation,
  { id: accountId }: Account,
  { from, to, amount }: { from: string; to: string; amount: string },
): Promise<void> {
  const request = { accountId, fromAsset: from, toAsset: to, amount: money(amount), requestId: null };
  const quote = await foundation.conversions.requestQuote(request, newId());
  await foundation.db.transaction(async (trx) => {
    const { id } = await foundation.conversions.create(trx, request, quote);
    await confirmConversion(foundation, trx, accountId, id);
  });
}

function isRefusal(error: unknown): boolean {
  if (error instanceof DomainError) return false;
  throw error;
}

/** Creates a link, and waits until it has a place at the bank; undefined if it has none in time. */
export async function openLinkFor(
  { foundation, account, baseUrl }: Surroundings,
  { links }: People,
  profile: Spec,
  amount: string,
): Promise<OpenLink | undefined> {
  const { currency } = LINKS[profile.id];
  const accepted = { accepted_methods: [profile.method] };
  const create = call(account, '/v1/payment_links', { amount, currency, description: 'chaos', ...accepted });
  const code = String((await persistently(() => create(baseUrl()), DB_TIMEOUT_MS))['code']);
  for (let tries = 0; tries < 100; tries++, await delay(100)) {
    const find = () => findOffer(foundation, account.id, code, profile.method);
    const offer = await persistently(find, DB_TIMEOUT_MS);
    if (!offer || offer.reference === null) continue;
    const due = BigInt(money(offer.amount_due).times(100).toFixed(0));
    const link = { accountId: account.id, code, profile, right: [], maybe: [] };
    links.push(link);
    return { ...link, due, reference: offer.reference };
  }
  return undefined;
}

/** Payers who write the reference in every way, or not at all, and an account that pays out. */
export async function movePeople(
  surroundings: Surroundings,
  people: People,
  bank: OwnBank,
  newChance: () => Chance,
  isOver: () => boolean,
): Promise<void> {
  const { foundation, account } = surroundings;
  const count = (what: string): void => void (people.counts[what] = (people.counts[what] ?? 0) + 1);
  let made = 0;
  /** No two links or payouts have the same, unless that is the point. */
  const ownAmount = (about: string) => money(about).plus(money('0.07').times(made++));

  const openLink = (profile: Spec, amount: string): Promise<OpenLink | undefined> =>
    openLinkFor(surroundings, people, profile, amount);

  const pay = async (chance: Chance): Promise<void> => {
    const profile = chance.pick(SPECS);
    const amount = ownAmount(chance.pick(LINKS[profile.id].amounts)).toFixed(2);
    const link = await openLink(profile, amount);
    if (!link) return count('links without a place in time');
    const { due, reference } = link;
    const party = {
      name: 'Ñandú & Sons',
      account: `${profile.number.slice(0, -4)}${1000 + people.links.length}`,
    };
    const payment = { cents: due, endToEnd: null, texts: ['Pago'], creditorReference: null, party };
    const named = { ...payment, ...written(reference, chance) };
    if (chance.happens(0.2)) return payInProtocol(link, chance);
    const dice = chance.share();
    if (dice < 0.06) return void (bank.receive(profile, named, 'never'), count('announced and never booked'));
    if (dice < 0.12) return void (bank.receive(profile, payment), count('paid without a reference'));
    if (dice < 0.18)
      return void (bank.receive(profile, { ...named, cents: due - 1n }), count('paid a cent too little'));
    if (dice < 0.24) {
      const other = chance.pick(people.links);
      const texts = [`${reference} and ${await referenceOf(foundation, other)}`];
      if (other.code !== link.code)
        return void (bank.receive(profile, { ...payment, texts }), count('named two links'));
    }
    if (dice < 0.3) return count('not paid');
    link.right.push(bank.receive(profile, named));
    count('paid');
    if (dice < 0.38) {
      link.right.push(bank.receive(profile, { ...payment, ...written(reference, chance) }));
      count('paid twice');
    }
    if (dice > 0.88) await payAlike(profile);
  };

  /** Pays what is due, and writes lines of a bank's file into the text that would pay another link. */
  const payInProtocol = async (link: OpenLink, chance: Chance): Promise<void> => {
    const { profile, due } = link;
    const wish = await openLink(profile, ownAmount('777').toFixed(2));
    if (!wish) return count('links without a place in time');
    const book = bank.bookOf(profile);
    const protocol = protocolOf(
      {
        ...{ profile, own: link.reference, wish: { cents: wish.due, reference: wish.reference } },
        ...{ date: dateOf(book.day), balance: book.balance + due },
      },
      chance,
    );
    const { texts, lines, name, namesTwo, what } = protocol;
    const party = { name, account: `${profile.number.slice(0, -4)}${1000 + people.links.length}` };
    const paid = { cents: due, endToEnd: null, texts, lines, creditorReference: null, party };
    (namesTwo ? link.maybe : link.right).push(bank.receive(profile, paid));
    count(`wrote ${what}`);
  };

  /** One payer pays two links of one amount at once, with one text of their own for both. */
  const payAlike = async (profile: Spec): Promise<void> => {
    const amount = ownAmount('250').toFixed(2);
    const links = [await openLink(profile, amount), await openLink(profile, amount)];
    const party = { name: 'Twin Payer', account: '5550001' };
    for (const link of links) {
      if (!link) continue;
      const { due: cents, reference } = link;
      const texts = [`renta ${reference}`];
      link.right.push(
        bank.receive(profile, { cents, endToEnd: 'RENT-2026-11', texts, creditorReference: null, party }),
      );
      count('paid alike');
    }
  };

  const withdraw = async (chance: Chance): Promise<void> => {
    const { id, currency: asset, method } = chance.pick(SPECS);
    const destination =
      id === 'mxn'
        ? { clabe: PAYEE.clabe, beneficiary: 'Payee Ñ' }
        : {
            ...{
              bankAccountNumber: PAYEE.account,
              bankRoutingNumber: PAYEE.routing,
              bankAccountName: 'Jane Roe',
            },
            ...{ holderStreet: 'Main Street 2', holderCity: 'Dallas', holderState: 'TX' },
            ...{ holderPostalCode: '75001', holderCountry: 'US' },
          };
    const { db } = foundation;
    await db.transaction((trx) =>
      startWithdrawal(foundation, trx, {
        ...{ accountId: account.id, asset, amount: ownAmount('110'), method, destination, requestId: null },
      }),
    );
    count('payouts');
  };

  const live = async (chance: Chance): Promise<void> => {
    while (!isOver()) {
      try {
        if (chance.happens(0.8)) await pay(chance);
        else await withdraw(chance);
      } catch (error) {
        // Postgres is being killed meanwhile.
        count(`failed: ${(error as Error).message.slice(0, 60)}`);
      }
      await delay(PAUSE_MS * (0.5 + chance.share()));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, () => live(newChance())));
}

async function referenceOf({ db }: Foundation, { accountId, code }: PaidLink): Promise<string> {
  const { rows } = await db.read.query<{ reference: string }>({
    text: 'select reference from payment_link_methods where account_id = $1 and link_code = $2 and reference is not null',
    values: [accountId, code],
  });
  return rows[0]?.reference ?? '';
}

/** Where a payer, or a bank, puts a reference. */
function written(reference: string, chance: Chance) {
  const nowhere = { texts: ['Pago de servicio'], creditorReference: null, endToEnd: null };
  const hyphened = `${reference.slice(0, 3)}-${reference.slice(3, 6)}-${reference.slice(6)}`;
  return chance.pick([
    { ...nowhere, texts: [reference] },
    {
      ...nowhere,
      texts: [`Pago de la factura 4711, ref. ${reference}, gracias por todo y hasta la próxima vez`],
    },
    { ...nowhere, texts: [`pago ${hyphened.toLowerCase()}`] },
    { ...nowhere, texts: [`PAGO${reference.slice(0, 5)}`, `${reference.slice(5)} GRACIAS`] },
    { ...nowhere, creditorReference: `RF${checkOf(reference)}${reference}` },
  ]);
}

/** The check digits of ISO 11649, by its own rule: letters are 10 to 35, and the remainder by 97 is 1. */
function checkOf(reference: string): string {
  const digits = [...`${reference}RF00`].map((letter) => parseInt(letter, 36)).join('');
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}
