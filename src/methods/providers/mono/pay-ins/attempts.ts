import type { Database, Queryable } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import {
  type Confirmation,
  type FinalDeposit,
  ProviderFailure,
  type ReportedDeposit,
} from '../../../index.ts';
import { payerOf, wordOf } from '../../http-rail/index.ts';
import type { MonoClient } from '../client/client.ts';
import {
  amountOf,
  ASSET,
  idOf,
  isIdOf,
  optionalText,
  stateOf,
  textOf,
  type Fields,
} from '../client/fields.ts';
import { PAGE_SIZE, readPage, type List, type Page } from '../client/lists.ts';
import { findCollectionOf, keepAttempt, listIssuedInstructions } from './repository.ts';

export const ATTEMPTS: List = { path: '/api/v1/collections/attempts', name: 'attempts' };
/** The method of deposits to keys that this service did not request. */
const METHOD = 'BREB';
/** Bounds the search for an attempt without its collection, newest first. */
const MAX_PAGES = 6;

/** Attempts to pay a collection. Each is a deposit unless Mono or a bank refuses it. */
export interface Attempts {
  listOf(collectionId: string, signal: AbortSignal, options?: { isBackground?: boolean }): Promise<Fields[]>;
  /** One page of all attempts. */
  page(page: number, signal: AbortSignal, pageSize?: number): Promise<Page>;
  /**
   * Finds an attempt by its id in the list, since Mono has no call for that. Throws a ProviderFailure if Mono does not
   * show it.
   */
  get(id: string, signal: AbortSignal): Promise<Fields>;
  /** The attempts as deposits, without those that bring no money; remembers those that are not final. */
  toDeposits(attempts: readonly Fields[]): Promise<ReportedDeposit[]>;
  confirm(id: string, signal: AbortSignal): Promise<Confirmation>;
}

interface Parts {
  db: Pick<Database, 'read' | 'transaction'>;
  client: MonoClient;
  logger: Logger;
  receivingAccount: string;
}

export function createAttempts(parts: Parts): Attempts {
  return {
    listOf: (collectionId, signal, options) => listOf(parts.client, collectionId, signal, options),
    page: (page, signal, pageSize) => readAttempts(parts, page, signal, pageSize),
    get: (id, signal) => getAttempt(parts, id, signal),
    toDeposits: (attempts) => toDeposits(parts, attempts),
    confirm: (id, signal) => confirm(parts, id, signal),
  };
}

async function toDeposits({ db, logger }: Parts, attempts: readonly Fields[]): Promise<ReportedDeposit[]> {
  for (const attempt of attempts) if (!isComing(attempt)) logTurnedAway(logger, attempt);
  const coming = attempts.filter(isComing);
  for (const attempt of coming) {
    if (stateOf(attempt) !== 'created') continue;
    const kept = { id: idOf(attempt, 'id', 'bbcolat'), collectionId: textOf(attempt, 'collection_id') };
    await db.transaction((trx) => keepAttempt(trx, kept));
  }
  const issuedByCollection = coming.length === 0 ? undefined : await issuedOf(db.read, coming);
  return coming.map((attempt) => ({
    ...arrivedBy(attempt, issuedFor(attempt, issuedByCollection)),
    providerReference: idOf(attempt, 'id', 'bbcolat'),
    method: issuedFor(attempt, issuedByCollection)?.method ?? METHOD,
    reference: null,
    final: stateOf(attempt) === 'successful',
  }));
}

async function confirm(parts: Parts, id: string, signal: AbortSignal): Promise<Confirmation> {
  const attempt = await getAttempt(parts, id, signal);
  switch (stateOf(attempt)) {
    case 'successful':
      return {
        ...arrivedBy(attempt, issuedFor(attempt, await issuedOf(parts.db.read, [attempt]))),
        status: 'confirmed',
      };
    case 'rejected':
    case 'failed':
      return { status: 'dropped' };
    default:
      return { status: 'seen' };
  }
}

function readAttempts(
  { client, receivingAccount }: Parts,
  page: number,
  signal: AbortSignal,
  pageSize = PAGE_SIZE,
): Promise<Page> {
  const query = { tenant_account_id: receivingAccount };
  return readPage(client, ATTEMPTS, { query, page, pageSize, isBackground: true }, signal);
}

async function listOf(
  client: MonoClient,
  collectionId: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields[]> {
  const query = { collection_id: collectionId };
  const { entries } = await readPage(client, ATTEMPTS, { query, isBackground }, signal);
  // A server that does not know this filter would also list attempts of other collections.
  return entries.filter((attempt) => optionalText(attempt, 'collection_id') === collectionId);
}

async function getAttempt(parts: Parts, id: string, signal: AbortSignal): Promise<Fields> {
  const { db, client } = parts;
  const collectionId = (await findCollectionOf(db.read, { id }))?.collectionId;
  if (collectionId !== undefined) {
    const found = (await listOf(client, collectionId, signal)).find((one) => one['id'] === id);
    if (found) return found;
  }
  for (let number = 1; number <= MAX_PAGES; number++) {
    const { entries, isLast } = await readAttempts(parts, number, signal);
    const found = entries.find((attempt) => attempt['id'] === id);
    if (found) return found;
    if (isLast) break;
  }
  throw new ProviderFailure(
    'unavailable',
    `Mono does not show the attempt ${isIdOf('bbcolat', id) ? id : ''}.`,
  );
}

/** The payment instructions issued by this service to which these attempts were made. */
function issuedOf(read: Queryable, attempts: readonly Fields[]): Promise<IssuedByCollection> {
  return listIssuedInstructions(
    read,
    attempts.flatMap((attempt) => optionalText(attempt, 'collection_id') ?? []),
  );
}

type IssuedByCollection = Awaited<ReturnType<typeof listIssuedInstructions>>;
type Issued = IssuedByCollection extends Map<string, infer One> ? One : never;

function issuedFor(attempt: Fields, issuedByCollection: IssuedByCollection | undefined): Issued | undefined {
  return issuedByCollection?.get(optionalText(attempt, 'collection_id') ?? '');
}

/** Reported at the issued key, because a bank may write it differently. */
function arrivedBy(attempt: Fields, issued: Issued | undefined): FinalDeposit {
  return {
    asset: ASSET,
    network: null,
    amount: amountOf(attempt, 'amount'),
    destination: issued?.destination ?? textOf(attempt, 'key_value'),
    payer: senderOf(attempt),
  };
}

/**
 * Whether its money has arrived or may arrive. An undocumented state counts as neither; the statement shows what
 * arrived.
 */
function isComing(attempt: Fields): boolean {
  return ['created', 'successful'].includes(stateOf(attempt));
}

/** The payer keeps the money and there is nothing to record; the amount was wrong or the payment late. */
function logTurnedAway(logger: Logger, attempt: Fields): void {
  logger.info('payment refused by Mono', {
    attempt: optionalText(attempt, 'id'),
    collection: optionalText(attempt, 'collection_id'),
    state: wordOf(attempt['state']),
    state_reason: wordOf(attempt['state_reason']),
  });
}

function senderOf({ payer, payer_account: account }: Fields): Record<string, string> {
  const person = Object(payer) as Fields;
  return payerOf({
    name: optionalText(person, 'full_name'),
    document_type: optionalText(person, 'document_type'),
    document_number: optionalText(person, 'document_number'),
    account: optionalText(Object(account) as Fields, 'number'),
  });
}
