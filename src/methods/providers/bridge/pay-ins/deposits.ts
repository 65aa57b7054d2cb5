import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { type Confirmation, type FinalDeposit, ProviderFailure, type Report } from '../../../index.ts';
import { payerOf } from '../../http-rail/index.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, optionalText, partOf, textOf, Unreadable } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { amountIn, depositIdOf, getTransfer } from '../orders/transfers.ts';
import { stageOf, stateOf } from '../orders/states.ts';
import {
  findFinal,
  findTemplateOf,
  keepDeposit,
  listTemplatesByMessage,
  markFinal,
  type TemplateRow,
} from './repository.ts';
import { destinationOf, detailsIn } from './templates.ts';

/** Payment rails for pay-ins. */
const RAILS = new Set(['wire', 'ach_push', 'ach', 'fednow']);
/** The most deposits of one template that are searched. */
const MAX_LISTED = 100;

export interface Deposits {
  /** Whether a transfer brings a payer's money into our wallet; false for the template's own transfer. */
  isDeposit(transfer: Fields): boolean;
  /**
   * Reads the current state of a deposit from Bridge. Throws a ProviderFailure if it cannot be assigned to a template.
   */
  toReport(transfer: Fields, signal: AbortSignal): Promise<Report>;
  /** The deposits of a template, listed by its transfer. */
  listOf(template: { id: string; transferId: string }, signal: AbortSignal): Promise<Fields[]>;
  confirm(transferId: string, signal: AbortSignal): Promise<Confirmation>;
}

interface Parts {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  client: BridgeClient;
  config: Pick<BridgeConfig, 'walletId'>;
}

export function createDeposits(parts: Parts): Deposits {
  return {
    isDeposit: (transfer) => isDeposit(parts, transfer),
    listOf: (template, signal) => listOf(parts, template, signal),
    toReport: (transfer, signal) => toReport(parts, transfer, signal),
    confirm: (transferId, signal) => confirm(parts, transferId, signal),
  };
}

async function toReport(parts: Parts, transfer: Fields, signal: AbortSignal): Promise<Report> {
  const { db, logger } = parts;
  const transferId = textOf(transfer, 'id');
  const stage = stageOf(transfer);
  if (stage === 'under_way' && amountIn(transfer) === undefined) return { type: 'nothing' };
  const state = stateOf(transfer);
  if (isLost(transfer)) {
    const finalAt = (await findFinal(db.read, { transferId }))?.finalAt;
    // Bridge documents no transition from there, so an operator must find out whose money it is now.
    if (finalAt) logger.error('final deposit returned by Bridge', { transfer: transferId, state });
    return { type: 'nothing' };
  }
  if (stage === 'stuck' || stage === 'unknown' || state === 'undeliverable') {
    logger.error('deposit stuck at Bridge', { transfer: transferId, state: state.slice(0, 60) });
  }
  const { template, arrived } = await toFinal(parts, transfer, signal);
  const final = stage === 'done';
  if (final) await db.transaction((trx) => markFinal(trx, { transferId }));
  const { method, depositMessage: reference } = template;
  return {
    type: 'deposit',
    deposit: { ...arrived, providerReference: transferId, method, reference, final },
  };
}

async function confirm(parts: Parts, transferId: string, signal: AbortSignal): Promise<Confirmation> {
  const { db, client } = parts;
  // Bridge has reported this transfer before. If it can no longer be found, this fails until an operator
  // investigates.
  const transfer = await getTransfer(client, transferId, signal);
  const stage = stageOf(transfer);
  if (isLost(transfer)) {
    const finalAt = (await findFinal(db.read, { transferId }))?.finalAt;
    if (!finalAt) return { status: 'dropped' };
    throw new ProviderFailure('unavailable', 'It was final, and Bridge sends it back: ask Bridge.');
  }
  if (stage !== 'done') return { status: 'seen' };
  const { arrived } = await toFinal(parts, transfer, signal);
  await db.transaction((trx) => markFinal(trx, { transferId }));
  return { ...arrived, status: 'confirmed' };
}

/** Also keeps to which template they belong. */
async function listOf(
  parts: Parts,
  template: Pick<TemplateRow, 'id' | 'transferId'>,
  signal: AbortSignal,
): Promise<Fields[]> {
  const { db, client } = parts;
  const query = { template_id: template.transferId, limit: MAX_LISTED };
  const found = await client.list('/transfers', 'deposits', signal, { query, isBackground: true });
  const deposits = found.filter((one) => isDeposit(parts, one) && textOf(one, 'id') !== template.transferId);
  await db.transaction(async (trx) => {
    for (const one of deposits)
      await keepDeposit(trx, { transferId: textOf(one, 'id'), templateId: template.id });
  });
  return deposits;
}

/**
 * Found by an earlier sighting, by the details that the deposit names, or by the list that Bridge has for a template.
 */
async function templateOf(parts: Parts, transfer: Fields, signal: AbortSignal): Promise<TemplateRow> {
  const { db } = parts;
  const transferId = textOf(transfer, 'id');
  const known = await findTemplateOf(db.read, transferId);
  if (known) return known;
  const details = detailsIn(transfer);
  const messages = details ? [details.depositMessage] : messagesIn(transfer);
  for (const template of await listTemplatesByMessage(db.read, messages)) {
    const isNamed = details?.accountNumber === template.accountNumber;
    // Text written by a payer proves nothing, so Bridge must confirm that the payment belongs to the template.
    const isListed =
      details === undefined &&
      (await listOf(parts, template, signal)).some((one) => textOf(one, 'id') === transferId);
    if (!isNamed && !isListed) continue;
    await db.transaction((trx) => keepDeposit(trx, { transferId, templateId: template.id }));
    return template;
  }
  throw new Unreadable(`deposit ${transferId}, which names no template of ours`);
}

/** A deposit's details, which are final once Bridge has credited it. Throws Unreadable without amount or template. */
async function toFinal(
  parts: Parts,
  transfer: Fields,
  signal: AbortSignal,
): Promise<{ template: TemplateRow; arrived: FinalDeposit }> {
  const template = await templateOf(parts, transfer, signal);
  const amount = amountIn(transfer);
  if (!amount) throw new Unreadable('a deposit without its amount');
  const { accountNumber, depositMessage } = template;
  const destination = destinationOf(accountNumber, depositMessage);
  return {
    template,
    arrived: { asset: 'USD', network: null, amount, destination, payer: senderOf(transfer) },
  };
}

function isDeposit({ config }: Parts, transfer: Fields): boolean {
  const [source, destination] = [partOf(transfer, 'source'), partOf(transfer, 'destination')];
  return (
    RAILS.has(optionalText(source, 'payment_rail')?.toLowerCase() ?? '') &&
    optionalText(destination, 'bridge_wallet_id') === config.walletId &&
    partOf(transfer, 'features')['static_template'] !== true
  );
}

/** Whether the money is on its way back to the payer, or has arrived there. */
function isLost(transfer: Fields): boolean {
  return ['returned', 'refund_in_flight', 'refunded', 'canceled'].includes(stateOf(transfer));
}

/** The texts that a payer's bank passed on, which may contain the template's message. */
function messagesIn(transfer: Fields): string[] {
  const source = partOf(transfer, 'source');
  const text = `${optionalText(source, 'wire_message') ?? ''} ${optionalText(source, 'description') ?? ''}`;
  return [...new Set(text.toUpperCase().match(/[A-Z0-9-]{4,140}/g) ?? [])].slice(0, 20);
}

/** Bridge does not report the payer's account number. */
function senderOf(transfer: Fields): Record<string, string> {
  const source = partOf(transfer, 'source');
  return payerOf({
    name: optionalText(source, 'originator_name') ?? optionalText(source, 'sender_name'),
    tracking_key: optionalText(source, 'imad') ?? optionalText(source, 'trace_number'),
    deposit_id: depositIdOf(transfer),
  });
}
