import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { openBankService, type BankService } from '../../methods/bank/bank-service.ts';
import { letTimePass, treasurer, treasuryOf, type Treasurer } from '../../treasury/rig.ts';
import { fund } from '../../transfers/rig.ts';
import { join as joinAccount, type Visitor } from '../people.ts';

const INITECH = {
  bankAccountNumber: '4400219876',
  bankRoutingNumber: '121000248',
  bankAccountName: 'Initech Inc',
  holderType: 'business',
  holderStreet: '2 Side Street',
  holderCity: 'San Francisco',
  holderState: 'CA',
  holderPostalCode: '94102',
  holderCountry: 'US',
};
const LINES = 'amount,destination\n150,Initech';

/** The weekday after a moment, on which a bank without a cut-off pays. */
function weekdayAfter(moment: Date): string {
  const day = new Date(moment);
  do day.setUTCDate(day.getUTCDate() + 1);
  while ([0, 6].includes(day.getUTCDay()));
  return day.toISOString().slice(0, 10);
}

describe('the day on which a bank pays a withdrawal', function () {
  this.timeout(60_000);
  let bank: BankService;
  let person: Treasurer;
  let visitor: Visitor;
  let destination: string;
  let root: string;

  before(async () => {
    bank = await openBankService('10000.00', { profile: { holidays: ['2030-12-25'] } });
    const { service, account } = bank;
    await fund(account, 'USDC', '5000');
    person = await treasurer(service, account, 'finance');
    const saved = { label: 'Initech', method: 'WIRE', parts: INITECH };
    destination = await service.foundation.db.transaction((trx) =>
      treasuryOf(service).destinations.save(trx, account.id, person.actor, saved),
    );
    ({ visitor } = await joinAccount(service, account.id, 'finance'));
    root = `/panel/accounts/${account.id}/withdrawals`;
  });
  after(() => bank?.close());

  const shownIn = (text: string): string | undefined =>
    /The bank pays \(WIRE\)<\/dt>\s*<dd>(.*?)<\/dd>/.exec(text)?.[1];
  const inDays = async (days: number): Promise<Date> => {
    const [clock] = await bank.service.database.query(`select service_now() + $1 * interval '1 day' as at`, [
      days,
    ]);
    return clock?.['at'] as Date;
  };
  const review = async (executeOn: string): Promise<string | undefined> => {
    const batch = { title: 'Suppliers', asset: 'USDC', lines: LINES, execute_on: executeOn };
    const fields = { ...batch, repeats: 'none', until: '', runs: '' };
    return shownIn((await visitor.post(`${root}/batches/review`, fields)).text);
  };

  it('counts from when a new destination may be used, in the review and on the page', async () => {
    const expected = weekdayAfter(await inDays(1));
    const asked = await visitor.get(`${root}/confirm?destination=${destination}&asset=USDC&amount=150`);
    expect(shownIn(asked.text)).to.equal(expected);
    const { id } = await person.withdraw(destination, '150', 'USDC');
    expect(shownIn((await visitor.get(`${root}/${id}`)).text)).to.equal(expected);
  });

  it('counts from the day of a batch', async () => {
    await letTimePass(bank.service);
    ({ visitor } = await joinAccount(bank.service, bank.account.id, 'finance'));
    expect(await review('')).to.equal(weekdayAfter(await inDays(0)));
    // The day begins at midnight, so a bank without a cut-off pays on the next one.
    const day = (await inDays(5)).toISOString().slice(0, 10);
    expect(await review(day)).to.equal(weekdayAfter(new Date(day)));
  });

  it('is told by the command line for each line', async () => {
    const file = join(bank.bank.folder, 'suppliers.csv');
    await writeFile(file, LINES);
    const checked = ['withdrawals', 'batch', 'check', '--account', bank.account.id, '--asset', 'USDC'];
    const { data } = await bank.json(...checked, '--file', file);
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ method: 'WIRE', paid_by_bank_on: weekdayAfter(await inDays(0)) });
  });
});
