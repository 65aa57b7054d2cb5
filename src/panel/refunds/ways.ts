import type { Deposit } from '../../deposits/index.ts';
import { findMethod } from '../../methods/index.ts';
import type { PanelServices } from '../request/services.ts';
import type { Ways } from './form.tsx';

export async function readWays({ db, inbox }: PanelServices, deposit: Deposit): Promise<Ways> {
  const method = await findMethod(db.read, deposit.method);
  const { asset, network } = deposit;
  return { wayBack: inbox.wayBack(deposit), kind: method?.kind, asset, network };
}
