// A payment link that is paid by a statement file dropped into a folder, and a withdrawal that leaves in a payment file and
// is returned: the company's own account at a bank, by the files that banks exchange. The bank is made of paper: it knows
// its own account and writes files. Everything stays up until it is stopped; nothing is left behind, and no money moves.
// With --json, a program is handed the addresses and folders instead, and plays the bank as it likes.
import { setTimeout as delay } from 'node:timers/promises';
import { openPaperBank, paymentsIn, type PaperBank } from '../test/methods/bank/paper-bank.ts';
import {
  atEnd,
  hand,
  isForPrograms,
  runDemo,
  say,
  startService,
  watchUntilPaid,
  type DemoService,
} from './demo/stage.ts';

const ACCOUNT = 'operations-usd';
const PAYER = { name: 'Globex LLC', account: '4400219876' };
const SUPPLIER = ['--bank-account-number', '6100338812', '--bank-routing-number', '121000248'];

await runDemo(async () => {
  say('Opening an account at a bank: one folder for its statements, one for its payment files…');
  // By ACH, for which banks want no address of the payee's.
  const bank = await openPaperBank('0.00', { profile: { kind: 'ach' } });
  atEnd(() => bank.remove());

  say('Starting the service, with the file that describes the account…');
  const service = await startService({ BANK_ACCOUNTS_FILE: bank.accountsFile });
  await service.payments('methods', 'set', 'WIRE', '--provider', 'bank');

  if (isForPrograms) {
    const folders = { in_folder: bank.inFolder, out_folder: bank.outFolder };
    hand({ base_url: service.url, api_key: service.apiKey, account: ACCOUNT, ...folders });
  } else {
    await payOne(service, bank);
    await sendOne(service, bank);
  }
});

async function payOne(service: DemoService, bank: PaperBank): Promise<void> {
  const link = await service.call('POST', '/v1/payment_links', {
    amount: '1500.50',
    currency: 'USDC',
    description: 'Order 1042',
    accepted_methods: ['WIRE'],
  });
  const [{ instructions, amount_due: amount }] = link.methods;
  say(`
API            ${service.url}, with the key ${service.apiKey}
Payment link   ${link.url}
It waits for   ${amount} USD on account ${instructions.bank.account_number}, with the reference ${instructions.reference}

The payer writes the reference in a sentence, and the bank tells of it in its statement of the day (camt.053).
Put that into ${bank.inFolder}
`);
  const statement = bank.close('2026-11-26', [
    {
      amount,
      booked: '2026-11-26',
      text: `Invoice ${instructions.reference.toLowerCase()}, thank you`,
      party: PAYER,
    },
  ]);
  await watchUntilPaid(service, link.code, () => bank.drop('2026-11-26.xml', statement));
}

async function sendOne(service: DemoService, bank: PaperBank): Promise<void> {
  say('\nA withdrawal waits for the payment file that an operator releases…');
  const withdrawal = JSON.parse(
    await service.payments(
      ...['withdrawals', 'create', '--account', service.accountId, '--asset', 'USDC', '--amount', '300'],
      ...['--method', 'WIRE', ...SUPPLIER, '--bank-account-name', 'Initech Inc', '--json'],
    ),
  ) as { id: string };
  const files = await untilSome(async () => {
    await service.payments('bank', 'export', '--account', ACCOUNT).catch(() => undefined);
    return bank.collect();
  });
  const [payment] = files.flatMap(({ content }) => paymentsIn(content));
  if (!payment) throw new Error('the payment file is empty');
  say(
    `${files[0]?.name ?? ''} is in ${bank.outFolder}: pain.001, one payment of ${payment.amount} with the id ${payment.id}`,
  );

  const debit = { amount: `-${payment.amount}`, booked: '2026-11-27', endToEndId: payment.id };
  await bank.drop('2026-11-27.xml', bank.close('2026-11-27', [debit]));
  await untilWithdrawal(service, withdrawal.id, 'completed');
  const back = {
    ...{ amount: payment.amount, booked: '2026-11-30', isReversal: true },
    ...{ text: `RETURN ${payment.id}`, reason: { code: 'AC04', words: 'Account closed' } },
  };
  await bank.drop('2026-11-30.xml', bank.close('2026-11-30', [back]));
  await untilWithdrawal(service, withdrawal.id, 'returned');
  const { data } = await service.call('GET', '/v1/balances');
  say(`Balance of the account: ${data.map((one: any) => `${one.available} ${one.asset}`).join(', ')}`);
  say(`Balance at the bank:    ${bank.balance.toFixed(2)} USD`);
}

async function untilWithdrawal(service: DemoService, id: string, status: string): Promise<void> {
  await untilSome(async () => {
    const withdrawal = await service.call('GET', `/v1/withdrawals/${id}`);
    return withdrawal.status === status ? [withdrawal] : [];
  });
  say(`The withdrawal is ${status}`);
}

async function untilSome<T>(look: () => Promise<T[]>): Promise<T[]> {
  for (const end = Date.now() + 300_000; Date.now() < end; await delay(1_000)) {
    const found = await look();
    if (found.length > 0) return found;
  }
  throw new Error('it took too long');
}
