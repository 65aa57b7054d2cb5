import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { once } from '../../src/commands/once.ts';
import type { Foundation } from '../../src/foundation.ts';
import type { Work } from '../../src/idempotency/run-once.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { money } from '../../src/lib/money.ts';

const RETRY_PAUSE_MS = 100;
const CALL_TIMEOUT_MS = 15_000;

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
  refused: number;
  /** Calls that failed or broke off and were retried with their key. */
  retried: number;
}

/**
 * Moves money for the accounts until told to stop, like an integrator and an operator who never give up: every call
 * has its own key and is retried with it until it gets a response.
 */
export async function write(
  foundation: Foundation,
  accounts: readonly Account[],
  baseUrls: () => string[],
  isOver: () => boolean,
): Promise<Tally> {
  const tally: Tally = { acknowledged: [], refused: 0, retried: 0 };
  const paidLinks: { accountId: string; code: string }[] = [];

  /** Retries the same work until it has an outcome; returns undefined when it was refused. */
  const insist = async <T>(attempt: () => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const isFinal = error instanceof DomainError && error.code !== 'idempotency_request_in_progress';
        if (isFinal) {
          tally.refused++;
          return undefined;
        }
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
    const native = Math.random() < 0.7;
    const request = { amount: native ? '150.5' : '20000', currency: 'MXNB', description: 'chaos' };
    const create = call(account, '/v1/payment_links', request);
    const link = await insist(() => create(baseUrls()));
    if (!link) return;
    const code = link['code'] as string;
    const deposit = call(account, `/v1/test_helpers/payment_links/${code}/deposit`, {
      method: native ? pick(['SPEI', 'MXNB']) : pick(['USDC', 'WIRE']),
      scenario: pick(['exact', 'exact', 'exact', 'seen_then_confirmed', 'duplicate', 'under']),
    });
    const arrived = await insist(() => deposit(baseUrls()));
    if (!arrived) return;
    tally.acknowledged.push({ kind: 'payment', accountId: account.id, id: arrived['id'] as string });
    if (arrived['status'] === 'credited') paidLinks.push({ accountId: account.id, code });
  };

  const withdraw = async (account: Account): Promise<void> => {
    const withdrawal = await command(
      account,
      'chaos withdrawal',
      () => (trx) =>
        foundation.withdrawals.create(trx, {
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
          return foundation.conversions.confirm(trx, id);
        };
      },
    }));
    if (conversion) {
      tally.acknowledged.push({ kind: 'conversion', accountId: account.id, id: conversion.id });
    }
  };

  const refund = async (): Promise<void> => {
    const paid = pick(paidLinks);
    if (!paid) return;
    const account = { id: paid.accountId, apiKey: '' };
    const made = await command(
      account,
      'chaos refund',
      () => (trx) => foundation.refunds.refundLink(trx, { ...paid, amount: money('60'), destination: {} }),
    );
    if (made) tally.acknowledged.push({ kind: 'refund', accountId: paid.accountId, id: made.id });
  };

  while (!isOver()) {
    const account = pick(accounts);
    const dice = Math.random();
    if (dice < 0.55) await pay(account);
    else if (dice < 0.75) await withdraw(account);
    else if (dice < 0.85) await convert(account);
    else await refund();
  }
  return tally;
}

/** One call with one key, to whichever process responds. */
function call(account: Account, path: string, body: object) {
  const key = randomUUID();
  return async (baseUrls: readonly string[]): Promise<Record<string, unknown>> => {
    const response = await fetch(`${pick(baseUrls)}${path}`, {
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
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}
