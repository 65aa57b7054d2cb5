import type { Report, TakenBack } from '../../src/methods/index.ts';
import { money } from '../../src/lib/money.ts';
import { createIntake, createTakeIn } from '../../src/provider-notices/index.ts';
import type { TestService } from '../support/service.ts';

/** What a provider tells, taken in as from its notice or statement. */
export function tell(service: TestService, report: Report, provider = 'simulator'): Promise<void> {
  const { db, deposits, transferKinds, inbox } = service.foundation;
  return createIntake({ db, takeIn: createTakeIn({ deposits, transferKinds, inbox }) })({ provider, report });
}

/** The rail takes a deposit back: all of it, unless an amount is given. */
export async function takeBack(
  service: TestService,
  depositId: string,
  fields: Partial<Omit<TakenBack, 'amount'>> & { amount?: string } = {},
): Promise<void> {
  const [row] = await service.database.query(
    'select provider, provider_reference, asset, amount from deposits where id = $1',
    [depositId],
  );
  const { provider, provider_reference: depositReference, asset, amount } = row as Record<string, string>;
  const takenBack = {
    ...{ depositReference: depositReference ?? '', reference: `debit of ${depositReference}` },
    ...{ asset: asset ?? '', message: 'Recalled: AM09', ...fields },
    amount: money(fields.amount ?? amount ?? ''),
  };
  await tell(service, { type: 'taken_back', takenBack }, provider);
}
