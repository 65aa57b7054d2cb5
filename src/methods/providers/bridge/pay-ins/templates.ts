import { isUsedBefore, requireTaken } from '../../http-rail/index.ts';
import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import {
  type Instructions,
  type InstructionsRequest,
  type IssuedInstructions,
  ProviderFailure,
} from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, fieldsOf, optionalText, partOf, textOf, Unreadable } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { findTransfer } from '../orders/transfers.ts';
import { findTemplate, keepTemplate, openTemplate, type TemplateRow } from './repository.ts';

/** Events and the statement are faster, so listing a template's deposits is a fallback. */
const FIRST_WAIT_MS = 10 * 60_000;

/**
 * Opens a static template. Its bank details have a message of their own, and accept any amount, any number of times,
 * until the template is deleted. The same key returns the same template, even after a lost response. Throws a
 * ProviderFailure.
 */
export async function issueTemplate(
  {
    db,
    client,
    config: { customerId, walletId },
  }: {
    db: Pick<Database, 'read' | 'transaction'>;
    client: BridgeClient;
    config: Pick<BridgeConfig, 'customerId' | 'walletId'>;
  },
  request: InstructionsRequest,
  signal: AbortSignal,
): Promise<IssuedInstructions> {
  if (signal.aborted) throw new ProviderFailure('timeout', 'There was no time left to call Bridge.');
  requireTaken('Bridge', request, { kind: 'bank', asset: 'USD', places: 'bank accounts' });
  const { method } = request;
  const id = templateIdOf(request.idempotencyKey);
  const kept = await findTemplate(db.read, id);
  if (kept) return toIssued(kept);
  const requestedAt = await db.transaction((trx) => openTemplate(trx, { id, method }));
  const body = {
    client_reference_id: id,
    on_behalf_of: customerId,
    source: { payment_rail: 'wire', currency: 'usd' },
    destination: { payment_rail: 'bridge_wallet', currency: 'usdc', bridge_wallet_id: walletId },
    features: { static_template: true },
  };
  const transfer = await client
    .call({ method: 'POST', path: '/transfers', body, id }, signal)
    .then((made) => fieldsOf(made, 'template'))
    .catch(async (error: unknown) => {
      if (!isUsedBefore(error)) throw error;
      const found = await findTransfer({ client, customerId }, { id, requestedAt }, signal);
      if (!found) throw error;
      return found;
    });
  const template = { id, ...placeIn(transfer, id) };
  await db.transaction((trx) =>
    keepTemplate(trx, {
      ...template,
      instructions: JSON.stringify(template.instructions),
      firstWaitMs: FIRST_WAIT_MS,
    }),
  );
  // A concurrent call may have stored it first, with the same content.
  const stored = await findTemplate(db.read, id);
  if (!stored) throw new Error('a template vanished');
  return toIssued(stored);
}

export function templateIdOf(idempotencyKey: string): string {
  return `place_${deterministicHex('bridge', 'place', idempotencyKey).slice(0, 32)}`;
}

/** Account and message together, because a payment without the message must not pay a link by its amount. */
export function destinationOf(accountNumber: string, depositMessage: string): string {
  return `${accountNumber}/${depositMessage}`;
}

function toIssued({ accountNumber, depositMessage, instructions }: TemplateRow): IssuedInstructions {
  return {
    instructions: instructions as Instructions,
    destination: destinationOf(accountNumber, depositMessage),
    reference: depositMessage,
    expiresAt: null,
  };
}

/** Money sent to incomplete details would be lost in transit. */
function placeIn(
  transfer: Fields,
  id: string,
): Pick<TemplateRow, 'transferId' | 'accountNumber' | 'depositMessage'> & { instructions: Instructions } {
  if (optionalText(transfer, 'client_reference_id') !== id)
    throw new Unreadable('a template for another request');
  const { accountNumber, depositMessage } = detailsIn(transfer) ?? {};
  if (accountNumber === undefined || depositMessage === undefined)
    throw new Unreadable('a template without its account or message');
  const details = partOf(transfer, 'source_deposit_instructions');
  const accountAddress = optionalText(details, 'bank_beneficiary_address');
  const bankAddress = optionalText(details, 'bank_address');
  return {
    transferId: textOf(transfer, 'id'),
    accountNumber,
    depositMessage,
    instructions: {
      reference: depositMessage,
      payers: 'us_businesses',
      bank: {
        name: textOf(details, 'bank_name'),
        account_number: accountNumber,
        routing_number: textOf(details, 'bank_routing_number'),
        account_name: textOf(details, 'bank_beneficiary_name'),
        ...(accountAddress === undefined ? {} : { account_address: accountAddress }),
        ...(bankAddress === undefined ? {} : { address: bankAddress }),
      },
    },
  };
}

/** The account and message that a transfer names; undefined if it names none. */
export function detailsIn(transfer: Fields): { accountNumber: string; depositMessage: string } | undefined {
  const details = partOf(transfer, 'source_deposit_instructions');
  const accountNumber = optionalText(details, 'bank_account_number');
  const depositMessage = optionalText(details, 'deposit_message');
  return accountNumber === undefined || depositMessage === undefined
    ? undefined
    : { accountNumber, depositMessage };
}
