import { isAbsolute } from 'node:path';
import { type ConfigFile, configFile } from '../../../../lib/config-file.ts';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { isId } from '../../../../lib/ids.ts';
import { money, type Money, ZERO } from '../../../../lib/money.ts';
import { isBic, isClabe, isIban, isRoutingNumber } from '../../../index.ts';
import { CHARSETS, FileRefused, parseCsvMapping, type Charset } from '../files/index.ts';
import { parsePaymentFileProfile, ProfileInvalid } from '../payments/index.ts';
import { EARLY_FORMATS, isNamed, numberOf, type BankAccountConfig } from './account.ts';

const FILE: ConfigFile = configFile('BANK_ACCOUNTS_FILE');
const MAX_ACCOUNTS = 100;
const CODE_LIMIT = money('100');
const FIELDS = [
  ...['id', 'asset', 'methods', 'holder', 'holder_address', 'bank', 'iban', 'clabe', 'account_number'],
  ...[
    'routing_number',
    'aliases',
    'at_par',
    'opening_balance',
    'charges',
    'early',
    'early_format',
    'cap',
    'max_return_fee',
    'cost_codes',
    'own_codes',
    'code_limit',
    'in',
    'imported_by',
    'out',
  ],
];

/**
 * Reads BANK_ACCOUNTS_FILE, an object with a list of `accounts`. Throws StartupError with one line that points to the
 * place in the file and says what is expected.
 */
export function readAccountsFile(path: string): BankAccountConfig[] {
  return parseAccounts(FILE.read(path));
}

export function parseAccounts(text: string): BankAccountConfig[] {
  const { accounts: listed } = FILE.fieldsAt(FILE.parse(text), '', ['accounts']);
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MAX_ACCOUNTS) {
    FILE.refuse('accounts', `must be a list of 1 to ${MAX_ACCOUNTS} accounts`);
  }
  const accounts = listed.map((value, index) => parseAccount(value, `accounts[${index}]`));
  accounts.forEach((account, index) => {
    const twin = accounts.slice(0, index).find((other) => isSame(account, other));
    if (twin)
      FILE.refuse(`accounts[${index}]`, `is the same account as ${twin.id}, or has its id, folder or method`);
  });
  return accounts;
}

/** A statement must belong to one account, a folder to one, and a method lead to one. */
function isSame(account: BankAccountConfig, other: BankAccountConfig): boolean {
  const names = [numberOf(account), ...account.aliases];
  return (
    account.id === other.id ||
    (account.asset === other.asset && names.some((name) => isNamed(other, name))) ||
    (account.inFolder !== undefined && account.inFolder === other.inFolder) ||
    account.methods.some((method) => other.methods.includes(method))
  );
}

function parseAccount(value: unknown, path: string): BankAccountConfig {
  const account = FILE.fieldsAt(value, path, FIELDS);
  const at = (field: string): string => `${path}.${field}`;
  const bank = FILE.fieldsAt(account['bank'], at('bank'), ['name', 'address', 'bic']);
  const { bic } = bank;
  if (bic !== undefined && (typeof bic !== 'string' || !isBic(bic)))
    FILE.refuse(at('bank.bic'), 'must be a BIC');
  const { early = 'seen', charges } = account;
  if (early !== 'seen' && early !== 'final') FILE.refuse(at('early'), 'must be "seen" or "final"');
  const earlyFormat = EARLY_FORMATS.find((one) => one === account['early_format']);
  if (account['early_format'] !== undefined && earlyFormat === undefined)
    FILE.refuse(at('early_format'), `must be one of ${EARLY_FORMATS.join(', ')}`);
  if (charges !== undefined && charges !== 'sender')
    FILE.refuse(at('charges'), 'must be "sender", or be left out');
  return {
    id: textAt(account['id'], at('id'), /^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens'),
    asset: textAt(account['asset'], at('asset'), /^[A-Z]{3}$/, 'a currency like USD'),
    methods: textsAt(account['methods'], at('methods'), 1),
    holder: textAt(account['holder'], at('holder')),
    holderAddress: optional(account['holder_address'], at('holder_address')),
    bank: {
      name: textAt(bank['name'], at('bank.name')),
      address: optional(bank['address'], at('bank.address')),
      bic,
    },
    number: numberAt(account, path),
    aliases: textsAt(account['aliases'] ?? [], at('aliases'), 0),
    atPar: textsAt(account['at_par'] ?? [], at('at_par'), 0),
    openingBalance: balanceAt(account['opening_balance'], at('opening_balance')),
    chargesBySender: charges === 'sender',
    early,
    earlyFormat,
    cap: amountAt(account['cap'], at('cap')),
    maxReturnFee: amountAt(account['max_return_fee'], at('max_return_fee')) ?? ZERO,
    costCodes: textsAt(account['cost_codes'] ?? [], at('cost_codes'), 0),
    ownCodes: textsAt(account['own_codes'] ?? [], at('own_codes'), 0),
    codeLimit: amountAt(account['code_limit'], at('code_limit')) ?? CODE_LIMIT,
    ...parseIn(account['in'], at('in')),
    importedBy: idsAt(account['imported_by'] ?? [], at('imported_by')),
    out: parseOut(account['out'], at('out')),
  };
}

function numberAt(account: Record<string, unknown>, path: string): BankAccountConfig['number'] {
  const { iban, clabe, account_number: number, routing_number: routing } = account;
  if ([iban, clabe, number].filter((one) => one !== undefined).length !== 1) {
    FILE.refuse(path, 'must have one of iban, clabe and account_number');
  }
  if (
    routing !== undefined &&
    (number === undefined || typeof routing !== 'string' || !isRoutingNumber(routing))
  ) {
    FILE.refuse(
      `${path}.routing_number`,
      'must be a routing number (ABA) with a valid check digit, beside an account_number',
    );
  }
  if (iban !== undefined) {
    if (typeof iban !== 'string' || !isIban(iban))
      FILE.refuse(`${path}.iban`, 'must be an IBAN without spaces');
    return { iban };
  }
  if (clabe !== undefined) {
    if (typeof clabe !== 'string' || !isClabe(clabe))
      FILE.refuse(`${path}.clabe`, 'must be a CLABE of 18 digits');
    return { clabe };
  }
  return {
    accountNumber: textAt(
      number,
      `${path}.account_number`,
      /^[A-Za-z0-9]{1,34}$/,
      '1 to 34 letters and digits',
    ),
    routingNumber: routing,
  };
}

function parseIn(value: unknown, path: string): Pick<BankAccountConfig, 'inFolder' | 'read'> {
  if (value === undefined) return { inFolder: undefined, read: {} };
  const { folder, csv, charset } = FILE.fieldsAt(value, path, ['folder', 'csv', 'charset']);
  if (charset !== undefined && !CHARSETS.some((one) => one === charset)) {
    FILE.refuse(`${path}.charset`, `must be one of ${CHARSETS.join(', ')}`);
  }
  try {
    return {
      inFolder: folder === undefined ? undefined : folderAt(folder, `${path}.folder`),
      read: {
        ...(csv === undefined ? {} : { csv: parseCsvMapping(csv) }),
        ...(charset === undefined ? {} : { charset: charset as Charset }),
      },
    };
  } catch (error) {
    if (error instanceof FileRefused) FILE.refuse(`${path}.csv`, `is no mapping: ${error.message}`);
    throw error;
  }
}

function parseOut(value: unknown, path: string): BankAccountConfig['out'] {
  if (value === undefined) return undefined;
  const { folder, profile } = FILE.fieldsAt(value, path, ['folder', 'profile']);
  try {
    return {
      folder: folderAt(folder, `${path}.folder`),
      profile: parsePaymentFileProfile(profile, `${path}.profile`),
    };
  } catch (error) {
    if (error instanceof ProfileInvalid)
      throw new StartupError(`BANK_ACCOUNTS_FILE is invalid: ${error.message}`);
    throw error;
  }
}

function folderAt(value: unknown, path: string): string {
  if (typeof value !== 'string' || !isAbsolute(value))
    FILE.refuse(path, 'must be the absolute path of a folder');
  return value;
}

function amountAt(value: unknown, path: string): Money | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[0-9]{1,12}(\.[0-9]{1,8})?$/.test(value)) {
    FILE.refuse(path, 'must be an amount in quotes, like "10000"');
  }
  return money(value);
}

function balanceAt(value: unknown, path: string): Money | undefined {
  const isNegative = typeof value === 'string' && value.startsWith('-');
  const amount = amountAt(isNegative ? value.slice(1) : value, path);
  return isNegative ? amount?.negated() : amount;
}

function optional(value: unknown, path: string): string | undefined {
  return value === undefined ? undefined : textAt(value, path);
}

function textAt(value: unknown, path: string, form = /^[^\p{Cc}]{1,200}$/u, what = 'a text'): string {
  if (typeof value !== 'string' || !form.test(value)) FILE.refuse(path, `must be ${what}`);
  return value;
}

function textsAt(value: unknown, path: string, least: number): string[] {
  if (!Array.isArray(value) || value.length < least || value.length > 100) {
    FILE.refuse(path, `must be a list of ${least} to 100 texts`);
  }
  return value.map((one, index) => textAt(one, `${path}[${index}]`));
}

function idsAt(value: unknown, path: string): string[] {
  const ids = textsAt(value, path, 0);
  const wrong = ids.findIndex((id) => !isId(id));
  if (wrong !== -1) FILE.refuse(`${path}[${wrong}]`, 'must be the id of an account of this deployment');
  return ids.map((id) => id.toLowerCase());
}
