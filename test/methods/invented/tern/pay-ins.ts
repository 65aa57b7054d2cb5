import { deterministicHex } from '../../../../src/lib/ids.ts';
import {
  type Confirmation,
  type FinalDeposit,
  type InstructionsRequest,
  type IssuedInstructions,
  type Report,
  type ReportedDeposit,
} from '../../../../src/methods/index.ts';
import { payerOf, requireTaken, type Fields } from '../../../../src/methods/providers/http-rail/index.ts';
import {
  amountOf,
  ASSET,
  fieldsOf,
  optionalText,
  partOf,
  reader,
  textOf,
  Unreadable,
  type TernClient,
} from './client.ts';

/** Opens a virtual account, which takes any amount for good. Its label is the method by which its deposits are reported. */
export async function issueByAccount(
  client: TernClient,
  request: InstructionsRequest,
  signal: AbortSignal,
): Promise<IssuedInstructions> {
  requireTaken(reader.rail, request, { kind: 'bank', asset: ASSET, places: 'accounts' });
  const { method, idempotencyKey } = request;
  const id = deterministicHex('tern', 'account', idempotencyKey).slice(0, 32);
  const call = { method: 'PUT', path: `/accounts/${id}`, body: { label: method } } as const;
  const account = fieldsOf(await client.call(call, signal), 'account');
  if (account['client_id'] !== id || account['label'] !== method)
    throw new Unreadable('another account than the one asked for');
  const destination = textOf(account, 'number');
  const bank = {
    ...{ name: textOf(account, 'bank_name'), account_name: textOf(account, 'account_name') },
    ...{ account_number: destination, routing_number: textOf(account, 'routing_number') },
  };
  return { instructions: { bank }, destination, reference: null, expiresAt: null };
}

export async function getDeposit(client: TernClient, id: string, signal: AbortSignal): Promise<Fields> {
  return client.get(pathOf(id), 'deposit', signal, { having: { id } });
}

/** Whether its money is in the balance. */
export async function hasArrived(client: TernClient, id: string, signal: AbortSignal): Promise<boolean> {
  const deposit = await client.find(pathOf(id), 'deposit', signal, { isBackground: true, having: { id } });
  return deposit?.['state'] === 'credited';
}

/** A state that is not documented is as if it were screened still: it neither credits money nor drops it. */
export async function confirmDeposit(
  client: TernClient,
  id: string,
  signal: AbortSignal,
): Promise<Confirmation> {
  const deposit = await getDeposit(client, id, signal);
  if (deposit['state'] === 'credited') return { status: 'confirmed', ...arrivedBy(deposit) };
  return { status: deposit['state'] === 'rejected' ? 'dropped' : 'seen' };
}

/** What a notice's deposit is to be reported as. */
export function reportOf(deposit: Fields): Report {
  if (deposit['state'] === 'rejected') return { type: 'nothing' };
  return { type: 'deposit', deposit: depositOf(deposit) };
}

export function depositOf(deposit: Fields): ReportedDeposit {
  return {
    ...arrivedBy(deposit),
    ...{ providerReference: textOf(deposit, 'id'), reference: null },
    method: textOf(partOf(deposit, 'account'), 'label'),
    final: deposit['state'] === 'credited',
  };
}

function arrivedBy(deposit: Fields): FinalDeposit {
  if (deposit['currency'] !== ASSET) throw new Unreadable('currency');
  const sender = partOf(deposit, 'sender');
  const payer = payerOf({
    name: optionalText(sender, 'name'),
    account: optionalText(sender, 'number'),
    routing_number: optionalText(sender, 'routing_number'),
  });
  return {
    ...{ asset: ASSET, network: null, amount: amountOf(deposit, 'amount') },
    destination: textOf(partOf(deposit, 'account'), 'number'),
    payer,
  };
}

function pathOf(id: string): string {
  return `/deposits/${encodeURIComponent(id)}`;
}
