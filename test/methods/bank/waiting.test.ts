import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { addTwoOperators, type TwoOperators } from '../../operators/two-operators.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { startService, type TestService } from '../../support/service.ts';
import { bai2 } from '../providers/bank/files.ts';
import { openPaperBank, statement, type PaperBank } from './paper-bank.ts';

const DAY = '2026-11-26';
const NEXT_DAY = '2026-11-27';

describe('statements of a bank that wait (D42)', () => {
  let bank: PaperBank;
  let service: TestService;
  let operators: TwoOperators;

  beforeEach(async () => {
    bank = await openPaperBank('1000.00');
    service = await startService({ BANK_ACCOUNTS_FILE: bank.accountsFile });
    await carryBy(service, 'bank', 'WIRE');
    operators = await addTwoOperators(service);
  });
  afterEach(async () => {
    await service?.close();
    await bank?.remove();
  });

  const hand = async (name: string, content: string): Promise<void> => {
    await bank.drop(name, content);
    for (let round = 0; round < 2; round++) await service.workers.rails.runOnce();
  };
  const why = ['--reason', 'Asked the bank', '--evidence', 'Ticket 1'];

  it('are of an account that is configured, or it cannot be opened', async () => {
    const open = ['bank', 'open', '--account', 'nobody', '--balance', '1.00'];
    const refused = await operators.refused(operators.ana, ...open);
    expect(refused.message).to.match(/^There is no account nobody; /);
  });

  it('are listed with why, and booked or let go of by two operators who read the balance', async () => {
    const missing = bank.close(DAY, [{ amount: '10.00', booked: DAY, text: 'a' }]);
    await hand('next.xml', bank.close(NEXT_DAY, [{ amount: '5.00', booked: NEXT_DAY, text: 'b' }], 'NEXT'));
    const forged = { id: 'F', day: NEXT_DAY, opening: money('7'), closing: money('8') };
    await hand('forged.xml', statement({ ...forged, movements: [{ amount: '1.00', booked: NEXT_DAY }] }));
    const { ok, accounts } = await operators.red('bank', 'status');
    expect(ok).to.equal(false);
    const [next, other] = accounts[0].waiting;
    expect(next).to.include({ statement: 'NEXT', file: 'next.xml', first_day: NEXT_DAY, last_day: NEXT_DAY });
    expect(next.reason).to.match(/opens with 1010.00, but the last one closed with 1000.00/);

    const { ana } = operators;
    const wrong = await operators.refused(ana, 'bank', 'accept', next.id, '--balance', '1014', ...why);
    expect(wrong.message).to.match(/closes with 1015/);
    await operators.agree('bank', 'accept', next.id, '--balance', '1015', ...why);
    await operators.agree('bank', 'discard', other.id, '--balance', '1015', ...why);
    const after = await operators.red('bank', 'status');
    expect(after.accounts[0]).to.deep.include({ closing: '1015.00000000', waiting: [] });
    expect(after.accounts[0].unexplained).to.have.length(1);
    expect(after.accounts[0].unexplained[0]).to.include({ amount: '10.00000000' });

    // What was missing comes after all: its movement is known to be what lacked.
    await hand('day.xml', missing);
    const [late] = (await operators.red('bank', 'status')).accounts[0].waiting;
    expect(late.reason).to.match(/does not say the same/);
  });

  it('cannot be decided twice, nor by one operator', async () => {
    const forged = { id: 'F', day: DAY, opening: money('7'), closing: money('8') };
    await hand('forged.xml', statement({ ...forged, movements: [{ amount: '1.00', booked: DAY }] }));
    const [{ id }] = (await operators.red('bank', 'status')).accounts[0].waiting;
    const { ana, bruno, json, refused } = operators;
    const asked = ['bank', 'discard', id, '--balance', '1000', ...why];
    const [one, two] = [await json(ana, ...asked), await json(ana, ...asked)];
    expect(await refused(ana, 'approvals', 'approve', one.id)).to.include({
      code: 'second_operator_required',
    });
    await json(bruno, 'approvals', 'approve', one.id);
    expect((await refused(bruno, 'approvals', 'approve', two.id)).message).to.match(/waits no more/);
    expect((await refused(ana, 'bank', 'discard', 'x', '--balance', '1', ...why)).message).to.match(
      /no statement x/,
    );
  });

  it('are told with files that were refused, also while they lie in the folder', async () => {
    await hand('cut.xml', '<Document>');
    await writeFile(join(bank.inFolder, 'open.xml'), 'x', { mode: 0o666 });
    await chmod(join(bank.inFolder, 'open.xml'), 0o666);
    const { accounts, refused } = await operators.red('bank', 'status');
    expect(accounts[0].folder.map(({ file }: { file: string }) => file).sort()).to.deep.equal([
      'cut.xml',
      'open.xml',
    ]);
    expect(refused).to.have.length(1);
    expect(refused[0]).to.include({ file: 'cut.xml', source: 'folder' });
    for (const file of ['cut.xml', 'open.xml']) await rm(join(bank.inFolder, file));
    expect(await operators.json(undefined, 'bank', 'status')).to.deep.include({ ok: true, refused });
  });

  it('go on after a day that no file tells, which is then a movement that nothing explains', async () => {
    const day = (date: string, opening: string, closing: string, ...details: string[]) =>
      bai2(details, { opening, closing, group: `1,${date},2400,USD,2` });
    const texts = ['16,195,1000,Z,B,C,A/ 88,B/ 88,C/', '16,195,500,Z,B,C,X/'];
    await hand(
      '1.bai',
      day('261126', '100000', '101500', ...texts).replace('/\n16,195,500', '/  16,195,500'),
    );
    const { accounts, refused } = await operators.red('bank', 'status');
    expect(refused[0].reason).to.include('A payer’s text may look like a record');
    expect(accounts[0].folder[0]).to.include({ file: '1.bai', reason: refused[0].reason });
    await rm(join(bank.inFolder, '1.bai'));

    await hand('2.bai', day('261127', '101500', '101700', '16,195,200,Z,B,C,X/'));
    const [next] = (await operators.red('bank', 'status')).accounts[0].waiting;
    expect(next.reason).to.match(/opens with 1015.00, but the last one closed with 1000.00/);
    await operators.agree('bank', 'accept', next.id, '--balance', '1017', ...why);
    const [after] = (await operators.red('bank', 'status')).accounts;
    expect(after).to.deep.include({ closing: '1017.00000000', waiting: [] });
    expect(after.unexplained.map(({ amount }: { amount: string }) => amount)).to.deep.equal(['15.00000000']);
  });
});
