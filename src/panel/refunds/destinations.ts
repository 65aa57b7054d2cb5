import type { Deposit } from '../../deposits/index.ts';
import { findMethod } from '../../methods/index.ts';
import type { PanelServices } from '../request/services.ts';
import type { RefundDestinations } from './form.tsx';

export async function readRefundDestinations(
  { db, inbox }: PanelServices,
  deposit: Deposit,
): Promise<RefundDestinations> {
  const method = await findMethod(db.read, deposit.method);
  const { asset, network } = deposit;
  return { refundDestination: inbox.refundDestination(deposit), kind: method?.kind, asset, network };
}
