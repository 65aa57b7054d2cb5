import { type Account, type Brand, findAccount, readBrand } from '../accounts/index.ts';
import { readClock } from '../clock/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { formatAmount } from '../lib/money.ts';
import type { Visitor } from '../liquidity/index.ts';
import { type LinkCurrency, readCatalogue } from '../methods/index.ts';
import {
  type LinkDraft,
  merchantOf,
  type PaymentLinkService,
  requireAmount,
} from '../payment-links/index.ts';
import { hashPayer, type Payer, type PayerHashes } from './payer.ts';
import { findActiveCode, holdActiveCode, type QrCode } from './repository.ts';
import * as repository from './repository.ts';

/** As long as a quote is valid, plus some time for the payment to arrive. */
const LINK_LIFE_MS = 20 * 60 * 1000;
/** A link with less than this left is not reused, because the payment could arrive too late. */
const LEAST_LEFT_S = 5 * 60;

/**
 * The number of links that one network may leave unpaid, so that an account cannot be flooded; paid links do not count.
 * The limit is per account, so scans at one merchant cannot block another's counter (D32).
 */
const MAX_UNPAID_OF_CODE = 10;
const MAX_UNPAID_OF_ACCOUNT = 30;
const WINDOW_S = 10 * 60;

/** The facts about a counter code that a payer may see, and those needed to open a link for it. */
export interface Counter {
  code: QrCode;
  account: Account;
  brand: Brand;
  currency: LinkCurrency;
  /** The currency in which payers read the amounts. */
  payerCurrency: string;
}

export interface Scan {
  counter: Counter;
  payer: PayerHashes;
  /** A decimal in the code's currency. */
  amount: string;
}

export interface ScanService {
  /** Throws `qr_code_not_found` for a code that is disabled, was deleted or never existed. */
  find(id: string): Promise<Counter>;
  /**
   * A scan for the code's fixed amount, or else for the one that the payer entered. Throws `invalid_request` if an entered
   * amount is outside the currency's limits.
   */
  scanOf(counter: Counter, payer: Payer, typedAmount: string): Scan;
  /** The code of the link that the phone opened with an earlier scan of this code for this amount. */
  findOpenLink(scan: Scan): Promise<string | undefined>;
  /**
   * Prepares a link, outside any transaction because it asks the provider. Throws `rate_limit_exceeded`, the account's
   * obstacle (D14), and `invalid_request` for an amount that no link can have.
   */
  draft(scan: Scan): Promise<LinkDraft>;
  /** Returns the code of the drafted link, or of one that a simultaneous scan by the same phone has opened first. */
  open(trx: Trx, scan: Scan, draft: LinkDraft, requestId: string): Promise<string>;
}

interface Parts {
  read: Queryable;
  keyring: Keyring;
  paymentLinks: PaymentLinkService;
}

/** Scans of counter codes. Each opens a short-lived payment link for the payer who scans (D12). */
export function createScanService(parts: Parts): ScanService {
  return {
    find: (id) => findCounter(parts, id),
    scanOf: (counter, payer, typedAmount) => scanOf(parts, counter, payer, typedAmount),
    findOpenLink: (scan) => findOpenLink(parts.read, scan),
    draft: (scan) => draftLink(parts, scan),
    open: (trx, scan, draft, requestId) => openLink(parts, trx, scan, draft, requestId),
  };
}

async function findCounter({ read, paymentLinks }: Parts, id: string): Promise<Counter> {
  const code = isId(id) ? await findActiveCode(read, { id }) : undefined;
  if (!code) throw new DomainError('qr_code_not_found');
  const [account, brand, { methods, currency }] = await Promise.all([
    findAccount(read, { id: code.accountId }),
    readBrand(read, code.accountId),
    readCatalogue(read, code.currency),
  ]);
  if (!account || !currency) throw new Error('a counter code has no account or no currency');
  const payerCurrency = paymentLinks.payerCurrency(account, { methods, currency });
  return { code, account, brand, currency, payerCurrency };
}

function scanOf({ keyring }: Parts, counter: Counter, payer: Payer, typedAmount: string): Scan {
  const { code, currency } = counter;
  const amount = code.fixedAmount ?? formatAmount(requireAmount('amount', typedAmount, currency));
  return { counter, payer: hashPayer(keyring, code.accountId, payer), amount };
}

async function draftLink({ read, paymentLinks }: Parts, scan: Scan): Promise<LinkDraft> {
  await requireRoom(read, scan);
  const { code, account } = scan.counter;
  const { name, storeLabel: label } = code;
  const request = {
    amount: scan.amount,
    currency: code.currency,
    description: label === null ? name : `${name}, ${label}`,
    reference: code.externalReference,
    acceptedMethods: undefined,
    metadata: {},
    feeBearer: 'merchant' as const,
    returnUrl: null,
    payerName: null,
    customerId: null,
    expiresAt: new Date((await readClock(read)).getTime() + LINK_LIFE_MS),
  };
  const draft = await paymentLinks.draft(merchantOf(account), request, visitorOf(scan));
  return paymentLinks.ask(draft, newId());
}

async function openLink(
  { paymentLinks }: Parts,
  trx: Trx,
  scan: Scan,
  draft: LinkDraft,
  requestId: string,
): Promise<string> {
  const { code, account } = scan.counter;
  // One scan at a time per phone, which may use two networks, so that a simultaneous scan finds the first one's
  // link; and one per network, so that the limit counts it. Always in this order, so that scans cannot deadlock.
  await repository.lockHash(trx, scan.payer.payer);
  await repository.lockHash(trx, scan.payer.network);
  if (!(await holdActiveCode(trx, { accountId: account.id, id: code.id })))
    throw new DomainError('qr_code_not_found');
  const open = await findOpenLink(trx, scan);
  if (open !== undefined) return open;
  await requireRoom(trx, scan);
  const origin = { requestId, visitor: visitorOf(scan) };
  const { link } = await paymentLinks.create(trx, merchantOf(account), draft, origin);
  const { payer, network } = scan.payer;
  trx.defer(
    repository.insertScan(trx, {
      accountId: account.id,
      linkCode: link.code,
      qrCodeId: code.id,
      payerHash: payer,
      networkHash: network,
    }),
  );
  return link.code;
}

function visitorOf({ counter, payer }: Scan): Visitor {
  return { qrCodeId: counter.code.id, networkHash: payer.network };
}

function findOpenLink(on: Queryable, { counter, payer, amount }: Scan): Promise<string | undefined> {
  const { accountId, id: qrCodeId } = counter.code;
  return repository.findOpenLink(on, {
    accountId,
    qrCodeId,
    payerHash: payer.payer,
    amount,
    leastLeftS: LEAST_LEFT_S,
  });
}

async function requireRoom(on: Queryable, { counter, payer }: Scan): Promise<void> {
  const unpaid = await repository.countUnpaid(on, {
    accountId: counter.account.id,
    qrCodeId: counter.code.id,
    networkHash: payer.network,
    windowS: WINDOW_S,
  });
  if (unpaid.ofCode >= MAX_UNPAID_OF_CODE || unpaid.ofAccount >= MAX_UNPAID_OF_ACCOUNT) {
    throw new DomainError('rate_limit_exceeded', { headers: { 'Retry-After': String(WINDOW_S) } });
  }
}
