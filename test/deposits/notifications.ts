import { randomUUID } from 'node:crypto';
import type { DepositNotification } from '../../src/deposits/deposit-state.ts';
import type { Deposit } from '../../src/deposits/repository.ts';
import { money } from '../../src/lib/money.ts';
import type { TestService } from '../support/service.ts';

/** The notification for a payer who follows a link's instructions exactly, except for the given fields. */
export async function notificationFor(
  { database }: TestService,
  code: string,
  method: string,
  fields: Partial<DepositNotification> = {},
): Promise<DepositNotification> {
  const [row] = await database.query(
    'select asset, network, amount_due, destination, reference from payment_link_methods where link_code = $1 and method = $2',
    [code, method],
  );
  if (!row) throw new Error(`link ${code} has no method ${method}`);
  return {
    provider: 'simulator',
    providerReference: randomUUID(),
    method,
    destination: row['destination'] as string,
    reference: row['reference'] as string | null,
    asset: row['asset'] as string,
    network: row['network'] as string | null,
    amount: money(row['amount_due'] as string),
    final: true,
    payer: { name: 'Juana Inés', tracking_key: 'MBAN01002611200000123456', clabe: '032180000118359719' },
    ...fields,
  };
}

export function receive(
  { foundation }: TestService,
  notification: DepositNotification,
): Promise<Deposit | undefined> {
  return foundation.db.transaction((trx) => foundation.deposits.receive(trx, notification));
}
