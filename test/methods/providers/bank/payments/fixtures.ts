import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';
import { money } from '../../../../../src/lib/money.ts';
import {
  parsePaymentFileProfile,
  type Payment,
  type PaymentBatch,
  type PaymentFileProfile,
} from '../../../../../src/methods/providers/bank/payments/index.ts';

export const ADDRESS = {
  street: '999 Battery Street, 13th Floor',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94111',
  country: 'US',
};

const US_DEBTOR = {
  name: 'ACME Inc',
  account_number: '0123456789',
  routing_number: '021000021',
  address: ADDRESS,
};

/** Profiles as an operator writes them. */
export const PROFILES = {
  sepa: {
    format: 'pain.001.001.09',
    kind: 'sepa',
    debtor: { name: 'ACME SA', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  },
  us_wire: { format: 'pain.001.001.09', kind: 'us_wire', debtor: US_DEBTOR },
  international_wire: {
    format: 'pain.001.001.09',
    kind: 'international_wire',
    currency: 'USD',
    charges: 'debtor',
    debtor: { name: 'ACME SA', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', address: ADDRESS },
  },
  ach: { format: 'pain.001.001.09', kind: 'ach', debtor: US_DEBTOR },
  spei: {
    format: 'pain.001.001.09',
    kind: 'spei',
    debtor: { name: 'ACME SA de CV', clabe: '032180000118359719', bic: 'BCMRMXMMXXX' },
  },
  nacha: {
    format: 'nacha',
    kind: 'ach',
    company_name: 'ACME Inc',
    company_id: '1234567890',
    odfi_routing_number: '021000021',
    destination: { id: '021000021', name: 'JPMorgan Chase' },
    origin: { id: '1234567890', name: 'ACME Inc' },
    description: 'PAYOUT',
  },
};

export function profileOf(
  kind: keyof typeof PROFILES,
  changed: Record<string, unknown> = {},
): PaymentFileProfile {
  return parsePaymentFileProfile({ ...PROFILES[kind], ...changed }, 'payments');
}

/** A payment that the kind carries. */
export function paymentBy(kind: keyof typeof PROFILES, changed: Partial<Payment> = {}): Payment {
  return {
    instructionId: 'P7K3Q9X2M4T8WAB',
    amount: money('150.75'),
    currency: profileOf(kind).currency,
    destination: DESTINATIONS[kind],
    remittance: null,
    ...changed,
  };
}

export const DESTINATIONS = {
  sepa: { bank: { account_name: 'Jane Roe', iban: 'NL91ABNA0417164300' } },
  us_wire: {
    bank: {
      account_name: 'John Doe',
      account_number: '4356695007',
      routing_number: '121000248',
      address: ADDRESS,
    },
  },
  international_wire: {
    bank: {
      account_name: 'Acme Pty Ltd',
      account_number: '123456789',
      bic: 'CTBAAU2S',
      address: { street: '1 Martin Place', city: 'Sydney', postal_code: '2000', country: 'AU' },
    },
  },
  ach: { bank: { account_name: 'John Doe', account_number: '4356695007', routing_number: '121000248' } },
  spei: { clabe: '002115016003269411', beneficiary: 'Juana Pérez' },
  nacha: { bank: { account_name: 'John Doe', account_number: '4356695007', routing_number: '121000248' } },
} satisfies Record<keyof typeof PROFILES, Payment['destination']>;

export function batchOf(payments: readonly Payment[], changed: Partial<PaymentBatch> = {}): PaymentBatch {
  return {
    messageId: 'PAY20261123000001',
    createdAt: new Date('2026-11-23T15:04:05.678Z'),
    fileOfDay: 1,
    executionDate: '2026-11-24',
    payments,
    ...changed,
  };
}

/** What the schema says against a document; nothing if it is valid. */
export async function faultsOf(format: string, xml: Buffer | string): Promise<string[]> {
  const [faults] = await faultsOfAll(format, [xml]);
  return faults!;
}

/** The faults of each document. All are given to xmllint at once, because its start takes far longer than a document. */
export async function faultsOfAll(
  format: string,
  documents: readonly (Buffer | string)[],
): Promise<string[][]> {
  const schema = readFileSync(new URL(`../schemas/${format}.xsd`, import.meta.url), 'utf8');
  const xml = documents.map((document, at) => ({ fileName: `${at}.xml`, contents: document.toString() }));
  const { rawOutput } = await validateXML({ xml, schema: [schema] });
  const lines = rawOutput.split('\n');
  return xml.map(({ fileName }) =>
    lines.includes(`${fileName} validates`)
      ? []
      : [`${fileName} is not valid`, ...lines.filter((line) => line.startsWith(`${fileName}:`))],
  );
}
