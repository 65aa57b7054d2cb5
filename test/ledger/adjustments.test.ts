import { expect } from 'chai';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUSE = '00000000-0000-0000-0000-000000000001';
const WHY = ['--reason', 'A bank charge of 2026-11-03', '--evidence', 'statement page 4'];
const CHARGE = ['--provider', 'simulator', '--asset', 'MXN', '--amount', '-12.5', '--book', 'fee'];

describe('adjustments of the service’s own books (D45)', () => {
  let service: TestService;
  let operators: TwoOperators;

  beforeEach(async () => {
    service = await startService();
    operators = await addTwoOperators(service);
  });
  afterEach(() => service?.close());

  const query = (text: string, values: unknown[] = []): Promise<any[]> =>
    service.database.query(text, values);
  const house = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await query('select book, asset, balance from ledger_balances where account_id = $1', [HOUSE])).map(
        ({ book, asset, balance }) => [`${book} ${asset}`, balance],
      ),
    );
  const ask = (...args: string[]) => operators.json(operators.ana, 'adjustments', 'create', ...args, ...WHY);
  const approve = (id: string) => operators.json(operators.bruno, 'approvals', 'approve', id);
  const verify = () => operators.json(undefined, 'ledger', 'verify');

  it('are booked, as a double entry, when a second operator approves them', async () => {
    const { id, status, details } = await ask(...CHARGE);
    expect(status).to.equal('waiting');
    expect(details).to.deep.equal({
      provider: 'simulator',
      asset: 'MXN',
      amount: '-12.50000000',
      book: 'fee',
      difference: null,
    });
    expect(await house()).to.deep.equal({});
    expect((await operators.refused(operators.ana, 'approvals', 'approve', id)).code).to.equal(
      'second_operator_required',
    );
    expect(await house()).to.deep.equal({});
    await approve(id);
    // There is 12.5 less at the provider, and as much less was earned.
    expect(await house()).to.deep.equal({ 'rail:simulator MXN': '12.50000000', 'fee MXN': '-12.50000000' });
    expect(await verify()).to.include({ ok: true, entries: 1 });
    expect((await operators.json(undefined, 'adjustments', 'list')).data).to.have.length(1);
    const { data } = await operators.json(undefined, 'operators', 'log', '--limit', '2');
    expect(data[1]).to.deep.include({ action: 'adjustment.booked', subject: id });
  });

  it('are booked once, when they are approved twice at the same moment', async () => {
    const { key: carla, waits_for_approval } = await operators.json(
      operators.ana,
      'operators',
      'add',
      '--name',
      'carla',
    );
    await approve(waits_for_approval);
    const { id } = await ask(...CHARGE);
    await Promise.allSettled([approve(id), operators.json(carla, 'approvals', 'approve', id)]);
    expect(await house()).to.deep.include({ 'rail:simulator MXN': '12.50000000' });
  });

  it('touch no account’s money, and nothing that is unknown', async () => {
    for (const wrong of [
      ['--book', 'available'],
      ['--book', 'pending'],
      ['--book', 'unmatched'],
      ['--book', 'rail'],
      ['--provider', 'nobody'],
      ['--asset', 'DOGE'],
      ['--amount', '0'],
      ['--amount', '1e3'],
      ['--amount', '-0.000000001'],
      ['--difference', 'dif_x'],
      ['--difference', `dif_${'0'.repeat(32)}`],
    ]) {
      await operators.refused(operators.ana, 'adjustments', 'create', ...CHARGE, ...wrong, ...WHY);
    }
    expect((await operators.json(undefined, 'approvals', 'list', '--all')).data).to.deep.equal([]);
  });

  it('settle the difference that they book', async () => {
    await query(
      `insert into simulator_operations (operation, idempotency_key, reference, asset, amount, details, created_at)
       values ('deposit', 'x', 'INTEREST-1', 'MXN', 25, '{}', service_now())`,
    );
    const period = ['reconcile', '--from', '2026-01-01', '--to', '2099-01-01'];
    const [{ id: difference }] = (await operators.red(...period)).providers[0].differences;
    const { id } = await ask(
      ...['--provider', 'simulator', '--asset', 'MXN', '--amount', '25', '--book', 'fx'],
      ...['--difference', difference],
    );
    await operators.red(...period);
    await approve(id);
    const { providers } = await operators.json(undefined, ...period);
    expect(providers[0].acknowledged).to.have.length(1);
    expect(providers[0].acknowledged[0]).to.include({ id: difference, acknowledged_by: id });
    expect(await house()).to.deep.equal({ 'rail:simulator MXN': '-25.00000000', 'fx MXN': '25.00000000' });
    expect(await verify()).to.include({ ok: true });
  });

  it('are proven: each entry equals its approved request, and each approved request is booked', async () => {
    const { id } = await ask(...CHARGE);
    await approve(id);
    const discrepancies = async () =>
      (await operators.red('ledger', 'verify')).discrepancies.map(({ detail }: any) => detail);
    await query(`update operator_requests set details = details || '{"amount": "-1250"}' where id = $1`, [
      id,
    ]);
    expect(await discrepancies()).to.have.members([
      `adjustment ${id} was approved as rail:simulator 1250 MXN, but moved 12.50000000`,
      `adjustment ${id} was approved as fee -1250 MXN, but moved -12.50000000`,
      `request ${id} of kind adjustment.book carries no stamps of this service`,
    ]);
    await query(
      `update operator_requests set details = details || '{"amount": "-12.50000000"}' where id = $1`,
      [id],
    );
    await verify();
    await query(
      `update ledger_entries set source_id = '01a2066a-c18d-70f3-acb1-89ef88a2c1fc' where source_id = $1`,
      [id],
    );
    expect(await discrepancies()).to.have.length(5);
  });
});
