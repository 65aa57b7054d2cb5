import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { money } from '../../../../lib/money.ts';
import { ProviderFailure } from '../../../index.ts';
import type { MonoClient } from '../client/client.ts';
import {
  amountOf,
  fieldsOf,
  inCentavos,
  listOf,
  optionalText,
  Unreadable,
  type Fields,
} from '../client/fields.ts';
import { markQrRequested, type CollectionRow } from './repository.ts';

const MAX_SECONDS = 6_220_800;
/** An EMVCo QR is far shorter; the database refuses more. */
const EMVCO = /^[\x20-\x7e]{1,2000}$/;

/**
 * The content of a collection's QR, which is requested once. The effect of a second QR on the first is not documented,
 * so after a request without a response, the one that Mono lists is used, or none. The key alone can be paid, so a
 * payer never waits twice for a QR. Throws a ProviderFailure that is no refusal.
 */
export async function findQr(
  { db, client, logger }: { db: Pick<Database, 'transaction'>; client: MonoClient; logger: Logger },
  row: CollectionRow,
  collectionId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = `/api/v1/collections/${collectionId}/qr`;
  try {
    if (!row.isQrRequested) await db.transaction((trx) => markQrRequested(trx, { id: row.id }));
    const listed = listIn(await client.call({ method: 'GET', path }, signal))
      .map((qr) => contentOf(qr, row))
      .find((content) => content !== undefined);
    if (listed !== undefined || row.isQrRequested) return listed;
    const body = JSON.stringify({
      usage_mode: 'single_use',
      amount: inCentavos(money(row.amount)),
      expiration_seconds: Math.min(
        MAX_SECONDS,
        Math.max(1, Math.floor((row.endsAt.getTime() - Date.now()) / 1_000)),
      ),
    });
    const call = { method: 'POST', path, body, idempotencyKey: `${row.id}_qr` } as const;
    const content = contentOf(fieldsOf(await client.call(call, signal), 'qr'), row);
    if (content === undefined) throw new Unreadable('a QR');
    return content;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const isFinal = row.isQrRequested || error.kind === 'refused' || error instanceof Unreadable;
    if (!isFinal) throw error;
    logger.warn('Bre-B key issued without a QR', {
      collection: collectionId,
      error: error.message,
    });
    return undefined;
  }
}

/** The documentation does not show how the list is wrapped. */
function listIn(answer: unknown): Fields[] {
  if (Array.isArray(answer)) return listOf(answer, 'qrs');
  const { qrs, qr_codes: codes, qr } = fieldsOf(answer, 'qrs');
  return listOf(qrs ?? codes ?? qr, 'qrs');
}

/** Undefined for a QR that is cancelled, for another amount, or unreadable. */
function contentOf(qr: Fields, { amount }: CollectionRow): string | undefined {
  const content = optionalText(qr, 'emvco');
  if (content === undefined || !EMVCO.test(content) || qr['canceled'] === true) return undefined;
  return amountOf(qr, 'amount').eq(money(amount)) ? content : undefined;
}
