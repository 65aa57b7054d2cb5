import { chmod, mkdtemp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { money, type Money } from '../../../src/lib/money.ts';

/** One movement in the bank's own book. */
export interface Movement {
  /** Positive for money in. */
  amount: string;
  booked: string;
  /** What the payer or the bank wrote. */
  text?: string;
  creditorReference?: string;
  endToEndId?: string;
  servicer?: string;
  code?: string;
  isReversal?: boolean;
  reason?: { code: string; words?: string };
  party?: { name: string; account?: string };
}

/** A bank that knows its own account and writes statements; it shares no code with the service. */
export interface PaperBank {
  folder: string;
  inFolder: string;
  outFolder: string;
  accountsFile: string;
  /** The balance after all that was booked. */
  readonly balance: Money;
  /** Closes a day: its statement, as camt.053. */
  close(day: string, movements: readonly Movement[], id?: string): string;
  /** What it tells early, as camt.054; books nothing. */
  notify(day: string, movements: readonly Movement[]): string;
  /** Puts a file into the folder, as a carrier does: under another name until it is complete. */
  drop(name: string, content: string | Buffer): Promise<void>;
  /** The payment files in the folder. */
  collect(): Promise<{ name: string; content: string }[]>;
  remove(): Promise<void>;
}

/** Fields of the account as the operator configures it, with the bank's CSV and other accounts beside it. */
export interface PaperFields extends Record<string, unknown> {
  profile?: Record<string, unknown>;
  csv?: Record<string, unknown>;
  others?: readonly Record<string, unknown>[];
}

export const ACCOUNT = { number: '0123456789', routing: '021000021', asset: 'USD' };

export async function openPaperBank(
  opening: string,
  { profile = {}, csv, others = [], ...fields }: PaperFields = {},
): Promise<PaperBank> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-bank-'));
  const [inFolder, outFolder] = [join(folder, 'in'), join(folder, 'out')];
  for (const path of [inFolder, outFolder]) {
    await mkdir(path);
    await chmod(path, 0o700);
  }
  const accountsFile = join(folder, 'accounts.json');
  const account = {
    id: 'operations-usd',
    asset: ACCOUNT.asset,
    methods: ['WIRE'],
    at_par: ['USDC'],
    holder: 'Acme Inc.',
    holder_address: '1 Main Street, New York, NY 10001',
    bank: { name: 'First Example Bank', address: '100 Wall Street, New York, NY 10005' },
    ...{ account_number: ACCOUNT.number, routing_number: ACCOUNT.routing, opening_balance: opening },
    ...{ cost_codes: ['CHRG'], own_codes: ['SWEEP', 'NSWP'] },
    in: { folder: inFolder, ...(csv && { csv }) },
    out: {
      folder: outFolder,
      profile: {
        ...{ format: 'pain.001.001.09', kind: 'us_wire' },
        debtor: {
          name: 'Acme Inc.',
          ...{ account_number: ACCOUNT.number, routing_number: ACCOUNT.routing },
          address: {
            street: '1 Main Street',
            city: 'New York',
            state: 'NY',
            postal_code: '10001',
            country: 'US',
          },
        },
        ...profile,
      },
    },
    ...fields,
  };
  await writeFile(accountsFile, JSON.stringify({ accounts: [account, ...others] }));
  let balance = money(opening);
  let number = 0;
  return {
    ...{ folder, inFolder, outFolder, accountsFile },
    get balance() {
      return balance;
    },
    close(day, movements, id = `${day}-${++number}`) {
      const before = balance;
      balance = movements.reduce((sum, { amount }) => sum.plus(money(amount)), balance);
      return statement({ id, day, opening: before, closing: balance, movements });
    },
    notify: (day, movements) =>
      document(
        'camt.054.001.08',
        'BkToCstmrDbtCdtNtfctn',
        `<Ntfctn><Id>${day}</Id>${acct()}${movements.map(entry).join('')}</Ntfctn>`,
      ),
    async drop(name, content) {
      await writeFile(join(inFolder, `${name}.part`), content, { mode: 0o600 });
      await rename(join(inFolder, `${name}.part`), join(inFolder, name));
    },
    async collect() {
      const names = (await readdir(outFolder)).sort();
      return Promise.all(
        names.map(async (name) => ({ name, content: await readFile(join(outFolder, name), 'utf8') })),
      );
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A statement in full, also one that is not true. */
export function statement(of: {
  id: string;
  day: string;
  opening: Money;
  closing: Money;
  movements: readonly Movement[];
}): string {
  const { id, day, opening, closing, movements } = of;
  const balances = balanceOf('OPBD', opening, day) + balanceOf('CLBD', closing, day);
  return document(
    'camt.053.001.08',
    'BkToCstmrStmt',
    `<Stmt><Id>${id}</Id>${acct()}${balances}${movements.map(entry).join('')}</Stmt>`,
  );
}

/** What the bank says of a payment file, by its id: of each payment by its own. */
export function statusReport(file: string, of: Record<string, { status: string; code?: string }>): string {
  const payments = Object.entries(of).map(
    ([id, { status, code }]) =>
      `<TxInfAndSts><OrgnlInstrId>${id}</OrgnlInstrId><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`}</TxInfAndSts>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>S</MsgId><CreDtTm>2026-11-26T10:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${file}-1</OrgnlPmtInfId>${payments.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
}

/** The payments of a payment file, as a bank reads them. */
export function paymentsIn(content: string): { id: string; amount: string; account: string }[] {
  return [...content.matchAll(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs)].map(([text]) => ({
    id: /<InstrId>(.*?)</.exec(text)?.[1] ?? '',
    amount: /<InstdAmt[^>]*>(.*?)</.exec(text)?.[1] ?? '',
    account: /<CdtrAcct><Id>.*?<Id>(.*?)</s.exec(text)?.[1] ?? '',
  }));
}

function document(version: string, root: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><${root}><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-26T23:00:00Z</CreDtTm></GrpHdr>${body}</${root}></Document>`;
}

function acct(): string {
  return `<Acct><Id><Othr><Id>${ACCOUNT.number}</Id></Othr></Id><Ccy>${ACCOUNT.asset}</Ccy></Acct>`;
}

function balanceOf(code: string, amount: Money, day: string): string {
  const mark = amount.isNegative() ? 'DBIT' : 'CRDT';
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${ACCOUNT.asset}">${amount.abs().toFixed(2)}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

function entry(movement: Movement): string {
  const { amount, booked, text, creditorReference, endToEndId, servicer, code, isReversal, reason, party } =
    movement;
  const isCredit = !amount.startsWith('-');
  const other = isCredit ? 'Dbtr' : 'Cdtr';
  const given = (value: string | undefined, make: (value: string) => string): string =>
    value === undefined ? '' : make(escape(value));
  const remittance =
    given(text, (value) => `<Ustrd>${value}</Ustrd>`) +
    given(creditorReference, (value) => `<Strd><CdtrRefInf><Ref>${value}</Ref></CdtrRefInf></Strd>`);
  const details = [
    `<Refs>${given(servicer, (value) => `<AcctSvcrRef>${value}</AcctSvcrRef>`)}${given(endToEndId, (value) => `<EndToEndId>${value}</EndToEndId>`)}</Refs>`,
    `<Amt Ccy="${ACCOUNT.asset}">${amount.replace('-', '')}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`,
    given(
      party?.name,
      (name) =>
        `<RltdPties><${other}><Pty><Nm>${name}</Nm></Pty></${other}>${given(party?.account, (number) => `<${other}Acct><Id><Othr><Id>${number}</Id></Othr></Id></${other}Acct>`)}</RltdPties>`,
    ),
    remittance === '' ? '' : `<RmtInf>${remittance}</RmtInf>`,
    reason === undefined
      ? ''
      : `<RtrInf><Rsn><Cd>${reason.code}</Cd></Rsn>${given(reason.words, (words) => `<AddtlInf>${words}</AddtlInf>`)}</RtrInf>`,
  ].join('');
  return `<Ntry><Amt Ccy="${ACCOUNT.asset}">${amount.replace('-', '')}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>${isReversal === true ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${booked}</Dt></BookgDt><ValDt><Dt>${booked}</Dt></ValDt>${given(servicer, (value) => `<AcctSvcrRef>${value}</AcctSvcrRef>`)}<BkTxCd>${code === undefined ? '<Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>' : `<Prtry><Cd>${code}</Cd></Prtry>`}</BkTxCd><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
