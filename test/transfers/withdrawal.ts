import { expect } from 'chai';
import { eventsOf } from '../events/events.ts';
import type { TestAccount, TestService } from '../support/service.ts';
import { balancesOf, executionsOf, movementsOf, transferRow } from './rig.ts';

/** The money of a withdrawal of 150 is taken from the 1000 MXNB that the account had, and has not left. */
export async function requireHeld(account: TestAccount): Promise<void> {
  expect(await balancesOf(account)).to.deep.equal({ MXNB: '850.00000000 + 150.00000000' });
}

/** The same withdrawal was paid out once, entered once and told once. */
export async function requireSettledOnce(
  service: TestService,
  account: TestAccount,
  id: string,
): Promise<void> {
  const [execution, ...others] = await executionsOf(service, id);
  expect(others).to.deep.equal([]);
  expect(execution).to.include({ operation: 'pay_out', amount: '-150.00000000' });
  expect(await transferRow(service, id)).to.include({
    status: 'settled',
    provider_reference: execution.reference,
    due_at: null,
    stuck_at: null,
    last_error: null,
  });
  expect(await balancesOf(account)).to.deep.equal({ MXNB: '850.00000000 + 0.00000000' });
  expect(await movementsOf(account, id)).to.deep.equal(['withdrawal of withdrawal: -150.00000000 MXNB']);
  const told = (await eventsOf(service, account.id)).filter(({ type }) => type.startsWith('withdrawal.'));
  expect(told.map(({ type }) => type)).to.deep.equal(['withdrawal.completed']);
}
