import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clabeCheckDigit } from '../../../src/methods/clabe.ts';

/** An account of the deployment at the bank, as the bank knows it. */
export interface Spec {
  id: 'mxn' | 'usd';
  currency: 'MXN' | 'USD';
  method: 'SPEI' | 'WIRE';
  number: string;
  /** What lay there before, in cents. */
  opening: bigint;
  /** How its early files name what its books show: a bank need not use one reference for both. */
  renumbersEarly: boolean;
  /** How its exports of movements are written. */
  csv: { separator: ';' | ','; decimal: ',' | '.'; order: 'oldest_first' | 'newest_first' };
}

const clabe = (digits: string): string => digits + clabeCheckDigit(digits);

export const SPECS: readonly Spec[] = [
  {
    ...{ id: 'mxn', currency: 'MXN', method: 'SPEI', number: clabe('00218000000123456') },
    ...{ opening: 500_000_000n, renumbersEarly: false },
    csv: { separator: ';', decimal: ',', order: 'oldest_first' },
  },
  {
    ...{ id: 'usd', currency: 'USD', method: 'WIRE', number: '9876543210' },
    ...{ opening: 90_000_000n, renumbersEarly: true },
    csv: { separator: ',', decimal: '.', order: 'newest_first' },
  },
];

export const FEE_CODE = { camt: 'FEE-01', mt: 'NCHG', bai2: '698' };
export const OWN_CODE = { camt: 'SWEEP', mt: 'NSWP', bai2: { in: '275', out: '575' } };
/** What the bank keeps of a payment that it returns, at most, in cents. */
export const RETURN_FEE = 500n;
/** Above it, a deposit counts only once a later statement agrees, and no person alone says that it came. */
export const CAP = { mxn: '9000', usd: '2000' };
export const PAYEE = { clabe: clabe('03218000011835971'), account: '1234567890', routing: '021000021' };

export interface Folders {
  in: string;
  out: string;
}

/** Writes BANK_ACCOUNTS_FILE, and the folders that it names. Returns also what lets an account's people hand in statements. */
export async function writeAccounts(
  dir: string,
): Promise<{ file: string; folders: Map<string, Folders>; letHandIn: (accountId: string) => Promise<void> }> {
  const folders = new Map<string, Folders>();
  for (const { id } of SPECS) {
    const one = { in: join(dir, id, 'in'), out: join(dir, id, 'out') };
    for (const folder of Object.values(one)) await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.set(id, one);
  }
  const file = join(dir, 'bank-accounts.json');
  const write = (importedBy: readonly string[]): Promise<void> => {
    const accounts = SPECS.map((profile) => ({
      ...accountOf(profile, folders.get(profile.id)!),
      imported_by: importedBy,
    }));
    return writeFile(file, JSON.stringify({ accounts }), { mode: 0o600 });
  };
  await write([]);
  return { file, folders, letHandIn: (accountId) => write([accountId]) };
}

function accountOf({ id, currency, method, number, csv }: Spec, folders: Folders): object {
  const address = {
    street: 'Main Street 1',
    city: 'New York',
    state: 'NY',
    postal_code: '10001',
    country: 'US',
  };
  const isWire = method === 'WIRE';
  const own = isWire ? { account_number: number, routing_number: PAYEE.routing } : { clabe: number };
  const profile = isWire
    ? { format: 'pain.001.001.03', kind: 'us_wire', debtor: { name: 'Acme SA', ...own, address } }
    : { format: 'pain.001.001.09', kind: 'spei', debtor: { name: 'Acme SA', ...own, bic: 'BNMXMXMMXXX' } };
  return {
    ...{ id, asset: currency, methods: [method], holder: 'Acme SA', bank: { name: 'Chaos Bank' }, ...own },
    ...{ in: { folder: folders.in, csv: mappingOf(currency, csv) }, out: { folder: folders.out, profile } },
    ...{
      cost_codes: Object.values(FEE_CODE),
      own_codes: [OWN_CODE.camt, OWN_CODE.mt, OWN_CODE.bai2.in, OWN_CODE.bai2.out],
    },
    ...{ max_return_fee: `${RETURN_FEE / 100n}.00`, early: isWire ? 'final' : 'seen' },
    cap: CAP[id],
  };
}

function mappingOf(currency: string, { separator, decimal, order }: Spec['csv']): object {
  return {
    ...{ separator, decimal, order, account: { column: 'Account' }, currency: { value: currency } },
    ...{ bookingDate: { column: 'Date', format: 'YYYY-MM-DD' }, amount: { column: 'Amount' } },
    ...{ balance: 'Balance', reference: 'Reference', texts: ['Text'], payer: { name: 'Name' } },
  };
}
