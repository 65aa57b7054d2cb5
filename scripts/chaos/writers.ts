import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { once } from '../../src/commands/money/once.ts';
import type { Foundation } from '../../src/composition/foundation.ts';
import type { Work } from '../../src/idempotency/run-once.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { money } from '../../src/lib/money.ts';
import type { Chance } from './chance.ts';
import type { Teller } from './notices.ts';
import { payThrough, type Offer } from './payers.ts';
import type { Rails } from './rails.ts';
import { confirmConversion, refundWork, startWithdrawal } from '../../test/transfers/started.ts';

const RETRY_PAUSE_MS = 100;
const CALL_TIMEOUT_MS = 15_000;
/** An on-chain payment goes back only to an address that somebody named. */
const PAYER_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

export interface Account {
  id: string;
  apiKey: string;
}

/** Something the service acknowledged: at the end it must be there, once. */
export interface Acknowledged {
  kind: 'payment' | 'withdrawal' | 'conversion' | 'refund';
  accountId: string;
  id: string;
}

export interface Tally {
  acknowledged: Acknowledged[];
  /** Payments whose money arrived at a rail; its statement has them. */
  paidThroughRails: number;
  refused: number;
  /** Calls that failed or broke off and were retried with their key. */
  retried: number;
}

/** An API call that was refused: retrying it would not help. */
export class Refusal extends Error {}

export interface Surroundings {
  foundation: Foundation;
  accounts: readonly Account[];
  rails: Rails;
  teller: Teller;
  baseUrls: () => string[];
  isOver: () => boolean;
}

/**
 * Moves money for the accounts until told to stop, like an integrator, a payer and an operator who do not give up:
 * every call has its own key and is retried with it until it gets a response.
 */
export async function write(
  { foundation, accounts, rails, teller, baseUrls, isOver }: Surroundings,
  chance: Chance,
): Promise<Tally> {
  const tally: Tally = { acknowledged: [], paidThroughRails: 0, refused: 0, retried: 0 };
  const paidLinks: { accountId: string; code: string; network: string | null }[] = [];

  /**
   * Retries the same work until it has an outcome; returns undefined when it was refused, or nobody can wait any longer:
   * a call that was killed holds its key for 30 s (D26), and in the end the books must be right without its outcome.
   */
  const insist = async <T>(attempt: () => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const isFinal = error instanceof DomainError && error.code !== 'idempotency_request_in_progress';
        if (isFinal || error instanceof Refusal) {
          tally.refused++;
          return undefined;
        }
        if (isOver()) return undefined;
        tally.retried++;
        await delay(RETRY_PAUSE_MS);
      }
    }
  };
  const command = <T extends object>(
    { id }: Account,
    name: string,
    prepare: () => Promise<Work<T>> | Work<T>,
  ) => {
    const key = randomUUID();
    return insist(() => once(foundation, { accountId: id, key, name, options: {} }, prepare));
  };

  const pay = async (account: Account): Promise<void> => {
    const isNative = chance.happens(0.7);
    const method = chance.pick(isNative ? ['SPEI', 'MXNB'] : ['USDC', 'WIRE']);
    const request = { amount: isNative ? '150.5' : '20000', currency: 'MXNB', description: 'chaos' };
    const create = call(account, '/v1/payment_links', request);
    const link = await insist(() => create(chance.pick(baseUrls())));
    if (!link) return;
    const code = link['code'] as string;
    const offer = await insist(() => findOffer(foundation, account.id, code, method));
    const rail = offer && rails.find(offer.provider);
    if (offer && rail) {
      tally.paidThroughRails += await payThrough(rail, offer, teller, chance);
      paidLinks.push({ accountId: account.id, code, network: offer.network });
      return;
    }
    const deposit = call(account, `/v1/test_helpers/payment_links/${code}/deposit`, {
      method,
      scenario: chance.pick(['exact', 'exact', 'exact', 'seen_then_confirmed', 'duplicate', 'under']),
    });
    const arrived = await insist(() => deposit(chance.pick(baseUrls())));
    if (!arrived) return;
    tally.acknowledged.push({ kind: 'payment', accountId: account.id, id: arrived['id'] as string });
    if (arrived['status'] === 'credited')
      paidLinks.push({ accountId: account.id, code, network: offer?.network ?? null });
  };

  const withdraw = async (account: Account): Promise<void> => {
    const withdrawal = await command(
      account,
      'chaos withdrawal',
      () => (trx) =>
        startWithdrawal(foundation, trx, {
          accountId: account.id,
          asset: 'MXNB',
          amount: money('120.25'),
          method: 'SPEI',
          destination: { clabe: '032180000118359719' },
          requestId: null,
        }),
    );
    if (withdrawal) {
      tally.acknowledged.push({ kind: 'withdrawal', accountId: account.id, id: withdrawal.id });
    }
  };

  const convert = async (account: Account): Promise<void> => {
    const request = {
      accountId: account.id,
      fromAsset: 'MXNB',
      toAsset: 'USDC',
      amount: money('50'),
      requestId: null,
    };
    const conversion = await command(account, 'chaos conversion', () => ({
      ask: async (providerKey) => {
        const quote = await foundation.conversions.requestQuote(request, providerKey);
        return async (trx) => {
          const { id } = await foundation.conversions.create(trx, request, quote);
          return confirmConversion(foundation, trx, account.id, id);
        };
      },
    }));
    if (conversion) {
      tally.acknowledged.push({ kind: 'conversion', accountId: account.id, id: conversion.id });
    }
  };

  const refund = async (): Promise<void> => {
    const paid = chance.pick(paidLinks);
    if (!paid) return;
    const { accountId, code, network } = paid;
    const destination = network === null ? {} : { address: PAYER_ADDRESS, network };
    const made = await command({ id: accountId, apiKey: '' }, 'chaos refund', () =>
      refundWork(foundation, { accountId, code, amount: money('60'), destination }),
    );
    if (made) tally.acknowledged.push({ kind: 'refund', accountId, id: made.id });
  };

  while (!isOver()) {
    const account = chance.pick(accounts);
    const dice = chance.share();
    if (dice < 0.55) await pay(account);
    else if (dice < 0.75) await withdraw(account);
    else if (dice < 0.85) await convert(account);
    else await refund();
  }
  return tally;
}

/** Where and what the payer of a link pays with a method, when that is known yet. */
export async function findOffer(
  { db }: Foundation,
  accountId: string,
  code: string,
  method: string,
): Promise<Offer | undefined> {
  const { rows } = await db.read.query<Offer>({
    text: `select provider, method, asset, network, amount_due, destination, reference from payment_link_methods
            where account_id = $1 and link_code = $2 and method = $3
              and amount_due is not null and destination is not null`,
    values: [accountId, code, method],
  });
  return rows[0];
}

/** One call with one key, to whichever process responds. */
export function call(account: Account, path: string, body: object) {
  const key = randomUUID();
  return async (baseUrl: string): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.ok) return answer;
    const said = `${path} responded ${response.status}: ${JSON.stringify(answer)}`;
    const isInProgress = JSON.stringify(answer).includes('idempotency_request_in_progress');
    const isFinal = response.status < 500 && response.status !== 429 && !isInProgress;
    throw isFinal ? new Refusal(said) : new Error(said);
  };
}
