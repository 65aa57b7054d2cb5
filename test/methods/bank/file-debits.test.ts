import { expect } from 'chai';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { addTwoOperators } from '../../operators/two-operators.ts';
import { available, fixture, openBankService, type BankService } from './bank-service.ts';
import { statusReport } from './paper-bank.ts';

const DAY = '2026-11-23';
const NEXT_DAY = '2026-11-24';

const NACHA = {
  ...{ format: 'nacha', kind: 'ach', company_name: 'Acme Inc', company_id: '1234567890' },
  ...{ odfi_routing_number: '021000021', description: 'PAYOUT', debtor: undefined },
  destination: { id: '021000021', name: 'First Example Bank' },
  origin: { id: '1234567890', name: 'Acme Inc' },
};

describe('the debit of a payment file (D42)', () => {
  let rig: BankService;
  afterEach(() => rig.close());

  /** An account with 2,000.00, which a link has brought. */
  const open = async (profile: Record<string, unknown> = {}): Promise<void> => {
    rig = await openBankService('0.00', { profile });
    const { reference } = await rig.createLink('2000');
    await rig.hand('day.xml', rig.bank.close(DAY, [{ amount: '2000.00', booked: DAY, text: reference }]));
  };
  const fileIdOf = (content: string): string => /<MsgId>(.*?)</.exec(content)?.[1] ?? '';
  const groupIdsOf = (content: string): string[] =>
    [...content.matchAll(/<PmtInfId>(.*?)</g)].map(([, id = '']) => id);
  const debit = (amount: string, more: object = {}): string =>
    rig.bank.close(NEXT_DAY, [{ amount: `-${amount}`, booked: NEXT_DAY, ...more }]);
  const states = async (ids: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const id of ids) found.push((await rig.withdrawalOf(id)).status);
    return found;
  };
  const unexplained = async (): Promise<string[]> =>
    (await rig.status()).unexplained.map(({ amount }: { amount: string }) => Number(amount).toFixed(2));
  const differences = async (): Promise<unknown[]> => {
    const now = new Date(
      (await rig.service.database.query('select service_now() as now'))[0]?.['now'] as Date,
    );
    const period = { from: new Date(now.getTime() - 86_400_000), to: new Date(now.getTime() + 3_600_000) };
    const { db, providers } = rig.service.foundation;
    return (await reconcile(db, [providers.get('bank')], period)).providers[0]?.differences ?? [];
  };

  it('settles all of the file, and a fee that names a payment is a cost', async () => {
    await open({ batch_booking: true });
    const ids = [await rig.withdraw('100'), await rig.withdraw('200')];
    const first = await rig.exported();
    expect(fileIdOf(first.content)).to.have.length.at.most(14);
    for (const { id } of first.payments) expect(fileIdOf(first.content)).to.not.include(id);
    await rig.hand('one.xml', await fixture('one-debit-for-a-file.xml', { MSGID: fileIdOf(first.content) }));
    expect(await states(ids)).to.deep.equal(['completed', 'completed']);
    const third = await rig.withdraw('400');
    const second = await rig.exported();
    await rig.hand('fee.xml', await fixture('fee-of-a-payment.xml', { INSTRID: second.payments[0]!.id }));
    expect(await states([third])).to.deep.equal(['completed']);
    expect(await unexplained()).to.deep.equal([]);
    expect(await differences()).to.deep.equal([]);
  });

  it('settles one group of a file with its own sum, and the others with theirs', async () => {
    await open({ kind: 'ach', batch_booking: true });
    const company = [await rig.withdraw('100'), await rig.withdraw('150')];
    const person = await rig.withdraw('170', 'individual');
    const { content } = await rig.exported();
    const [ccd = '', ppd = ''] = groupIdsOf(content);
    await rig.hand('ppd.xml', debit('170.00', { text: `ACH FILE ${ppd}` }));
    expect(await states([...company, person])).to.deep.equal(['processing', 'processing', 'completed']);
    await rig.hand('ccd.xml', debit('250.00', { endToEndId: ccd }));
    expect(await states(company)).to.deep.equal(['completed', 'completed']);
    expect(await differences()).to.deep.equal([]);
  });

  it('is for what the bank has not refused of the file, and nothing for another sum or a second time', async () => {
    await open({ batch_booking: true });
    const ids = [await rig.withdraw('100'), await rig.withdraw('200')];
    const { content, payments } = await rig.exported();
    const file = fileIdOf(content);
    const refused = payments.find(({ amount }) => amount === '100.00')!.id;
    await rig.hand('status.xml', statusReport(file, { [refused]: { status: 'RJCT', code: 'AC04' } }));
    await rig.hand('all.xml', debit('300.00', { text: file }));
    expect(await states(ids)).to.deep.equal(['failed', 'processing']);
    await rig.hand('rest.xml', debit('200.00', { text: file }));
    expect(await states(ids)).to.deep.equal(['failed', 'completed']);
    await rig.hand('twice.xml', debit('200.00', { text: file }));
    expect(await unexplained()).to.deep.equal(['-300.00', '-200.00']);
  });

  it('settles a NACHA file by the company and exactly its sum, or by two operators', async () => {
    await open(NACHA);
    const first = [await rig.withdraw('100'), await rig.withdraw('200', 'individual')];
    await rig.exported();
    await rig.hand('one.xml', debit('300.00', { text: 'ACH PAYOUT ACME INC CO ID 1234567890' }));
    expect(await states(first)).to.deep.equal(['completed', 'completed']);
    const second = [await rig.withdraw('130'), await rig.withdraw('140')];
    const { facts } = await rig.exported();
    await rig.hand('two.xml', debit('270.00', { text: 'ELECTRONIC SETTLEMENT' }));
    expect(await unexplained()).to.deep.equal(['-270.00']);
    const [{ entry }] = (await rig.status()).unexplained;
    const operators = await addTwoOperators(rig.service);
    const file = /([^/]+)\.ach$/.exec(facts.file)?.[1] ?? '';
    await operators.agree(
      ...['bank', 'decide', entry, '--as', 'pay-out', '--of', file],
      ...['--reason', 'The file of today', '--evidence', 'Ticket 1'],
    );
    await rig.settle();
    expect(await states(second)).to.deep.equal(['completed', 'completed']);
    expect(await unexplained()).to.deep.equal([]);
    expect(await differences()).to.deep.equal([]);
  });

  it('says our id once in the words for the payee', async () => {
    await open();
    await rig.withdraw('100');
    const { content, payments } = await rig.exported();
    expect(/<Ustrd>(.*?)</.exec(content)?.[1]).to.equal(payments[0]!.id);
  });

  it('comes in a report of any encoding, and what the clearing house tells is noted with the reason', async () => {
    await open(NACHA);
    const [back, gone] = [await rig.withdraw('100'), await rig.withdraw('200')];
    const { content } = await rig.exported();
    const idOf = (cents: string): string =>
      content
        .split('\n')
        .find((line) => line.startsWith('6') && line.includes(cents))!
        .slice(39, 54);
    const returned = nachaReturn(idOf('0000010000'), '0000010000', 'R02');
    expect(await rig.hand('return.ach', returned)).to.include({ format: 'NACHA', refused: null });
    expect((await rig.status()).told_of_payments).to.have.length(1);
    const other = await rig.hand('other.ach', nachaReturn(idOf('0000010000'), '0000009900', 'R02'));
    expect(other.refused).to.match(/otherwise than it was sent/);
    expect(
      (await rig.hand('none.ach', nachaReturn('PXXXXXXXXXXXXXX', '0000010000', 'R02'))).refused,
    ).to.match(/no payment that was sent/);
    await rig.hand('debit.xml', debit('300.00', { text: 'PAYOUT ACME INC' }));
    const credit = { amount: '100.00', booked: NEXT_DAY, isReversal: true, text: idOf('0000010000') };
    await rig.hand('back.xml', rig.bank.close(NEXT_DAY, [credit]));
    expect(await rig.withdrawalOf(back)).to.include({ status: 'returned', failure_reason: 'ACCOUNT_CLOSED' });
    expect((await rig.withdrawalOf(gone)).status).to.equal('completed');
    expect(await available(rig)).to.equal('1800.00000000');
  });

  it('is refused by a report in UTF-16', async () => {
    await open();
    const id = await rig.withdraw('100');
    const { content, payments } = await rig.exported();
    const report = statusReport(fileIdOf(content), { [payments[0]!.id]: { status: 'RJCT', code: 'AC04' } });
    const utf16 = Buffer.from(`\uFEFF${report.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(await rig.hand('status.xml', utf16)).to.include({ refused: null });
    expect((await rig.withdrawalOf(id)).status).to.equal('failed');
  });
});

/** One returned credit, as the clearing house returns it. */
function nachaReturn(id: string, cents: string, code: string): string {
  const entry = `621${'121000248'}${'4400219876'.padEnd(17)}${cents}${id.padEnd(15)}${'INITECH INC'.padEnd(22)}  1021000020000001`;
  const addenda = `799${code}021000020000001      12100024`.padEnd(79) + '021000020000001';
  const total = '0'.repeat(12) + cents.padStart(12, '0');
  return [
    '101 0210000211234567890261124150 A094101'.slice(0, 40).padEnd(94),
    '5220ACME INC'.padEnd(94),
    entry,
    addenda,
    `8220000002${'0012100024'}${total}`.padEnd(94),
    `9000001000001${'00000002'}${'0012100024'}${total}`.padEnd(94),
  ].join('\n');
}
