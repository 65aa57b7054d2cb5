import type { Deposit } from '../../deposits/index.ts';
import { findMethod } from '../../methods/index.ts';
import type { PanelServices } from '../request/services.ts';
import type { Ways } from './form.tsx';

export async function readWays({ db, inbox }: PanelServices, deposit: Deposit): Promise<Ways> {
  const method = await findMethod(db.read, deposit.method);
  const kind = method?.kind === 'key' ? undefined : method?.kind;
  return { wayBack: inbox.wayBack(deposit), kind, network: deposit.network };
}
