import type { Database, Queryable } from '../../../../db/index.ts';
import type { Instructions, IssuedInstructions, AnyAmountRequest } from '../../../index.ts';
import { creditorReferenceOf, numericReferenceOf, paymentReferenceOf } from '../references/index.ts';
import { numberOf, type BankAccountConfig } from './account.ts';
import { insertInstructions, listByNumericReference, listIssued } from './repository.ts';

/**
 * Issues payment instructions, which are the account and a reference that only this link has. Payments are identified
 * by account and reference together, never by their amount.
 */
export function issueInstructions(
  account: BankAccountConfig,
  { idempotencyKey }: AnyAmountRequest,
): IssuedInstructions {
  const reference = paymentReferenceOf(idempotencyKey);
  const { number, bank, holder, holderAddress, chargesBySender } = account;
  const isEuropean = 'iban' in number;
  const numericReference = 'clabe' in number ? numericReferenceOf(idempotencyKey) : null;
  const instructions: Instructions = {
    reference,
    ...('clabe' in number ? { clabe: number.clabe } : {}),
    ...(numericReference === null ? {} : { numeric_reference: numericReference }),
    ...(isEuropean ? { creditor_reference: creditorReferenceOf(reference) } : {}),
    ...(chargesBySender ? { charges: 'sender' } : {}),
    ...(account.early === 'final' ? {} : { confirmed: 'next_banking_day' }),
    bank: {
      name: bank.name,
      ...('clabe' in number
        ? {}
        : isEuropean
          ? { iban: number.iban }
          : { account_number: number.accountNumber }),
      ...('routingNumber' in number && number.routingNumber !== undefined
        ? { routing_number: number.routingNumber }
        : {}),
      ...(bank.bic === undefined ? {} : { bic: bank.bic }),
      account_name: holder,
      ...(holderAddress === undefined ? {} : { account_address: holderAddress }),
      ...(bank.address === undefined ? {} : { address: bank.address }),
    },
  };
  return {
    instructions,
    destination: destinationOf(account, reference),
    reference,
    // Any amount, for the life of the link.
    expiresAt: null,
    record: (trx) =>
      trx.defer(
        insertInstructions(trx, { reference, key: idempotencyKey, account: account.id, numericReference }),
      ),
  };
}

/** Like `issuePlace`, recorded immediately, for a caller that records nothing. */
export async function issueAndRecord(
  db: Pick<Database, 'transaction'>,
  account: BankAccountConfig,
  request: AnyAmountRequest,
): Promise<IssuedInstructions> {
  const { record, ...issued } = issueInstructions(account, request);
  await db.transaction((trx) => Promise.resolve(record?.(trx)));
  return issued;
}

/** A payment without a reference matches no link's instructions. */
export function destinationOf(account: BankAccountConfig, reference: string | null): string {
  return reference === null ? numberOf(account) : `${numberOf(account)}/${reference}`;
}

/** A link lives for 90 days (D5), and its transfer may take a few. */
const NUMERIC_REFERENCE_DAYS = 97;

/** The candidates that were issued to payers. */
export async function issuedAmong(on: Queryable, candidates: readonly string[]): Promise<string[]> {
  if (candidates.length === 0) return [];
  return (await listIssued(on, { references: candidates })).map(({ reference }) => reference);
}

/**
 * The reference of the only instructions at the account that have one of these numbers; undefined for none, and for
 * several. Seven digits may match by chance, so this is only a hint. Unless the payment is exactly the amount that its
 * active link is owed, it is assigned to no link (`isSurmised`).
 */
export async function findByNumericReference(
  on: Queryable,
  account: BankAccountConfig,
  candidates: readonly string[],
): Promise<string | undefined> {
  if (!('clabe' in account.number) || candidates.length === 0) return undefined;
  const found = await listByNumericReference(on, {
    account: account.id,
    numericReferences: candidates,
    days: NUMERIC_REFERENCE_DAYS,
  });
  return found.length === 1 ? found[0]?.reference : undefined;
}
