import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { camt, balance, entry } from '../../methods/providers/bank/files.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../../support/service.ts';
import type { Answer } from '../../support/client.ts';
import type { Person } from '../people.ts';

const EUROS = 'DE89370400440532013000';
const POUNDS = 'GB29NWBK60161331926819';

export interface Bank {
  service: TestService;
  /** Whose people may hand in statements. */
  account: TestAccount;
  /** Another account of the deployment. */
  other: TestAccount;
  close(): Promise<void>;
}

/** A service with an account in EUR, capped at 1,000, that the people of `account` feed, and one in GBP that nobody does. */
export async function startBank(): Promise<Bank> {
  const first = await startService();
  const account = await first.createAccount();
  const other = await first.createAccount();
  const common = { holder: 'Acme', opening_balance: '100.00' };
  const path = join(mkdtempSync(join(tmpdir(), 'bank-accounts-')), 'accounts.json');
  writeFileSync(
    path,
    JSON.stringify({
      accounts: [
        {
          ...{ ...common, id: 'operations-eur', asset: 'EUR', methods: ['SEPA'], iban: EUROS, cap: '1000' },
          ...{ bank: { name: 'Test Bank' }, imported_by: [account.id] },
          ...{ own_codes: ['SWEEP'], cost_codes: ['CHRG'] },
        },
        {
          ...{ ...common, id: 'operations-gbp', asset: 'GBP', methods: ['FPS'], iban: POUNDS },
          bank: { name: 'Other Bank' },
        },
      ],
    }),
  );
  const service = await runningOn(first.database, {
    ...{ BANK_ACCOUNTS_FILE: path, SECRETS_KEY: first.secretsKey, TRUSTED_PROXIES: '127.0.0.1' },
  });
  return {
    service,
    account,
    other,
    async close() {
      await service.close();
      await first.close();
    },
  };
}

interface Parts {
  opening: string;
  credit: string;
  closing: string;
  id?: string;
  text?: string;
  account?: string;
}

/** A statement with one credit. */
export function statement({ opening, credit, closing, id = 'S1', text = 'Invoice', account }: Parts): string {
  const details = `<TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
  return camt({
    opening: balance('OPBD', opening),
    closing: balance('CLBD', closing),
    entries: entry({ amount: credit, details }),
    ...(account === undefined ? {} : { account: `<Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy>` }),
  }).replace('<Id>S1</Id>', `<Id>${id}</Id>`);
}

/** As a browser sends a form with a file. */
export async function handIn(
  { visitor }: Pick<Person, 'visitor'>,
  accountId: string,
  content: string | Buffer,
  name = 'statement.xml',
): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const encoded = new Response(form);
  const headers = { ...visitor.fromOwnPage, 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = Buffer.from(await encoded.arrayBuffer());
  return visitor.send('POST', `/panel/accounts/${accountId}/bank-statements`, body, headers);
}
