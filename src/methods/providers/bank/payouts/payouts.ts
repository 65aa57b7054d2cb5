import type { Database } from '../../../../db/index.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';
import { formatAmount, type Money } from '../../../../lib/money.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import { type Destination, type Outcome, ProviderFailure, type RuleOutRequest } from '../../../index.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import { refusePayment, type PaymentFileProfile } from '../payments/index.ts';
import { instructionIdOf } from '../references/index.ts';
import * as repository from './repository.ts';

/** An account that sends payments, with its bank's format. */
export interface PayingAccount {
  account: BankAccountConfig;
  profile: PaymentFileProfile;
  folder: string;
}

interface Payment {
  idempotencyKey: string;
  isRefund: boolean;
  asset: string;
  amount: Money;
  destination: Destination;
}

interface Parts {
  db: Database;
  keyring: Keyring;
}

/**
 * Derived with a secret of the deployment, because accounts know the key, and anyone who knew the id before the bank
 * does could write the payment's debit into a text, beside a credit that it would cancel.
 */
function idOf(keyring: Keyring, key: string): string {
  const secret = keyring.hmac('bank-payment', key);
  if (!secret) throw new Error('the keyring holds no current key');
  return instructionIdOf(secret.toString('hex'));
}

/**
 * Orders a payment, once per key. It is pending until the debit is in the bank's books, because neither a transferred
 * file nor the bank's status report proves a payment. A payment that no file can carry is refused immediately.
 */
export async function order(
  { db, keyring }: Parts,
  paying: PayingAccount | undefined,
  { idempotencyKey: key, isRefund, asset, amount, destination }: Payment,
): Promise<Outcome> {
  const found = await db.transaction(async (trx) => {
    await repository.lockKey(trx, { key });
    const known = await repository.findOrder(trx, { key });
    if (known || !paying) return known;
    const id = idOf(keyring, key);
    const refusal = refusePayment(paying.profile, {
      instructionId: id,
      amount,
      currency: asset,
      destination,
      remittance: null,
    });
    await repository.insertOrder(trx, {
      id,
      key,
      account: paying.account.id,
      isRefund,
      amount: formatAmount(amount),
      destination: JSON.stringify(destination),
      state: refusal ? 'refused' : 'waiting',
      reason: refusal?.reason ?? null,
      words: refusal?.words.slice(0, 500) ?? null,
    });
    return repository.findOrder(trx, { key });
  });
  if (!found)
    throw refused(
      'PROVIDER_REFUSED',
      `No account of BANK_ACCOUNTS_FILE sends ${asset} to such a destination.`,
    );
  return outcomeOf(found);
}

function outcomeOf({ id, state, reason, words, remark }: repository.OrderRow): Outcome {
  switch (state) {
    case 'done':
      return { status: 'done', providerReference: id };
    case 'refused':
      throw refused(reason ?? 'PROVIDER_REFUSED', words ?? 'The bank refused it.');
    case 'waiting':
    case 'exported':
      return {
        status: 'pending',
        providerReference: id,
        ...(remark === null ? {} : { waits: { reason: 'OPERATOR', words: remark } }),
      };
  }
}

function refused(reason: FailureReason, message: string): ProviderFailure {
  return new ProviderFailure('refused', message, { reason });
}

/**
 * Rules a payment out, if it was not ordered or not exported yet. Once it was exported, only the bank's books decide,
 * and this throws a ProviderFailure of kind `unavailable`.
 */
export async function ruleOut(
  { db, keyring }: Parts,
  { idempotencyKey: key }: RuleOutRequest,
): Promise<void> {
  await db.transaction(async (trx) => {
    await repository.lockKey(trx, { key });
    const words = 'The operator ruled it out before it was exported.';
    const known = await repository.findOrder(trx, { key });
    if (!known) {
      await repository.insertOrder(trx, {
        id: idOf(keyring, key),
        key,
        account: 'none',
        isRefund: false,
        amount: '0.00000001',
        destination: '{}',
        state: 'refused',
        reason: 'OPERATOR_DECIDED',
        words,
      });
      return;
    }
    const isOut =
      known.state === 'refused' ||
      (await repository.refuseOrder(trx, {
        id: known.id,
        reason: 'OPERATOR_DECIDED',
        words,
        states: ['waiting'],
      })) === 1;
    if (isOut) return;
    throw new ProviderFailure(
      'unavailable',
      `It left in the payment file ${known.batchId ?? ''} and may be booked: ask the bank to recall ${known.id}.`,
    );
  });
}
