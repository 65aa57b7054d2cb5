import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { advance, methodOf, runOut } from '../../payment-links/links.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { runPayments } from '../../support/processes/command.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf } from '../../transfers/rig.ts';
import { openPaperBank, paymentsIn, type PaperBank, type PaperFields } from './paper-bank.ts';

export interface BankLink {
  code: string;
  reference: string;
  /** The seven digits for SPEI; empty where there are none. */
  digits: string;
}

/** The whole service on an account at a bank made of paper, as its operators and carriers use it. */
export interface BankService {
  bank: PaperBank;
  service: TestService;
  account: TestAccount;
  json(...args: string[]): Promise<any>;
  /** Hands a file in, and takes in what it says. */
  hand(name: string, content: string | Buffer): Promise<any>;
  settle(): Promise<void>;
  createLink(amount?: string): Promise<BankLink>;
  statusOf(link: BankLink): Promise<string>;
  withdraw(amount: string, holderType?: 'business' | 'individual'): Promise<string>;
  withdrawalOf(id: string): Promise<any>;
  /** Releases what waits; the file's facts, its content and its payments. */
  exported(): Promise<{ facts: any; content: string; payments: ReturnType<typeof paymentsIn> }>;
  /** What `bank status` says of the account. */
  status(): Promise<any>;
  deposits(): Promise<{ amount: string; status: string; code: string | null }[]>;
  close(): Promise<void>;
}

/** Has one method, by default WIRE. With `isByPeople`, the account's people may hand its statements in. */
export async function openBankService(
  opening: string,
  { isByPeople = false, ...fields }: PaperFields & { isByPeople?: boolean } = {},
): Promise<BankService> {
  // Whose people they are is configured, so the account is there first.
  const before = isByPeople ? await startService() : undefined;
  const known = await before?.createAccount();
  const by = known && { imported_by: [known.id] };
  const others = fields.others?.map((other) => ({ ...other, ...by }));
  const bank = await openPaperBank(opening, { ...fields, ...by, ...(others && { others }) });
  const environment = { BANK_ACCOUNTS_FILE: bank.accountsFile, TRUSTED_PROXIES: '127.0.0.1' };
  const service = before
    ? await runningOn(before.database, { ...environment, SECRETS_KEY: before.secretsKey })
    : await startService(environment);
  const [method] = (fields['methods'] as [string] | undefined) ?? ['WIRE'];
  const [currency] = (fields['at_par'] as [string] | undefined) ?? ['USDC'];
  await carryBy(service, 'bank', method);
  const account = known ? { ...known, api: service.client(known.key.secret) } : await service.createAccount();
  const json = async (...args: string[]): Promise<any> => {
    const { stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(stderr).to.equal('');
    return JSON.parse(stdout);
  };
  /** The folder is looked at twice, since a file may still be growing. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      await service.workers.rails.runOnce();
      await runOut(service.workers.rails);
      await advance(service, 10);
      await runOut(service.workers.transfers);
    }
  };
  return {
    ...{ bank, service, account, json, settle },
    async hand(name, content) {
      await bank.drop(name, content);
      const imported = await json(
        ...['bank', 'import', `${bank.inFolder}/${name}`, '--account', 'operations-usd'],
      );
      await settle();
      return imported;
    },
    async createLink(amount = '250') {
      const request = { accepted_methods: [method], amount, currency, description: 'Order 1042' };
      const { body } = await account.api.post('/v1/payment_links', request);
      const { reference, numeric_reference: digits = '' } = methodOf(body, method).instructions;
      return { code: body.code, reference, digits };
    },
    statusOf: async ({ code }) => (await account.api.get(`/v1/payment_links/${code}`)).body.status,
    async withdraw(amount, holderType = 'business') {
      const { id } = await json(
        ...['withdrawals', 'create', '--account', account.id, '--asset', 'USDC', '--amount', amount],
        ...['--method', 'WIRE', '--bank-account-number', '4400219876', '--holder-type', holderType],
        ...['--bank-routing-number', '121000248', '--bank-account-name', 'Initech Inc'],
        ...['--holder-street', '2 Side Street', '--holder-city', 'San Francisco', '--holder-state', 'CA'],
        ...['--holder-postal-code', '94102', '--holder-country', 'US'],
      );
      await settle();
      return id;
    },
    async withdrawalOf(id) {
      const { status, body } = await account.api.get(`/v1/withdrawals/${id}`);
      expect(status).to.equal(200);
      return body;
    },
    async exported() {
      const facts = await json('bank', 'export', '--account', 'operations-usd');
      const content = (await bank.collect()).find(({ name }) => facts.file.endsWith(name))?.content ?? '';
      return { facts, content, payments: paymentsIn(content) };
    },
    async status() {
      const { stdout } = await runPayments(service, 'bank', 'status', '--json');
      return JSON.parse(stdout).accounts[0];
    },
    deposits: () =>
      service.database.query(
        `select amount, status, payment_link_code as code from deposits order by created_at, id`,
      ) as never,
    async close() {
      expect((await service.foundation.db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
      await service.close();
      await before?.close();
      await bank.remove();
    },
  };
}

/** The total of what the account got, whatever became of it. */
export async function available({ account }: BankService): Promise<string | undefined> {
  return (await balancesOf(account))['USDC']?.split(' ')[0];
}

/** A bank's file of the fixtures, with what stands in it for a reference or an id replaced. */
export async function fixture(name: string, given: Record<string, string> = {}): Promise<string> {
  const url = new URL(`../providers/bank/fixtures/${name}`, import.meta.url);
  const text = await readFile(url, 'utf8');
  return text.replaceAll(/@@([A-Z]+)@@/g, (_, field: string) => given[field] ?? '');
}
