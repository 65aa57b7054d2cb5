import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import { signNow } from '../lib/outgoing/signature.ts';

/** For the whole attempt, from lookup and connection to the response. */
export const SCREENING_TIMEOUT_MS = 2_000;
const MAX_ANSWER_BYTES = 4_096;
const CODE = /^[A-Z0-9_]{1,64}$/;
/** DNS lookups are counted per account; this id stands for the hook. */
const ON_BEHALF_OF = 'screening';

/** The request about a payment. Never logged, because it names the payer or the recipient. */
export interface Question {
  /** The same for all requests about a payment. */
  id: string;
  type: 'payout' | 'deposit';
  account_id: string;
  /** A decimal in `asset`. It is the amount that arrives, for a payout, or arrived, for a deposit. */
  amount: string;
  asset: string;
  method: string;
  /** Facts of the payment, in the contract's field names. */
  [detail: string]: unknown;
}

/** `none`: no response, or an invalid one. `why` gives the reason, and nothing of the request. */
export type Answer =
  | { decision: 'allow'; code: string | null }
  | { decision: 'refuse'; code: string }
  | { decision: 'hold'; code: string }
  | { decision: 'none'; why: string };

export type Ask = (question: Question) => Promise<Answer>;

/**
 * Calls the operator's hook about a payment, signed like webhooks (D53). Only status 200 with a JSON object that says
 * allow, hold or refuse, the latter two with a code, is an answer; everything else is none.
 */
export function createAsk(
  client: GuardedClient,
  { url, secret, livemode }: { url: string; secret: string; livemode: boolean },
): Ask {
  return async (question) => {
    const body = JSON.stringify({ ...question, livemode });
    const deadlineAt = performance.now() + SCREENING_TIMEOUT_MS;
    const attempt = () =>
      client.call({
        accountId: ON_BEHALF_OF,
        method: 'POST',
        url,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Service-Signature': signNow({ body, secrets: [secret] }),
        },
        body,
        timeoutMs: Math.max(1, deadlineAt - performance.now()),
        maxBytes: MAX_ANSWER_BYTES,
      });
    let outcome = await attempt();
    // The hook had closed the connection before it could read the request.
    if (outcome.httpStatus === null && outcome.error === 'stale_connection') outcome = await attempt();
    if (outcome.httpStatus === null) return { decision: 'none', why: outcome.error };
    if (outcome.httpStatus !== 200) return { decision: 'none', why: `status ${outcome.httpStatus}` };
    return parseAnswer(outcome.body.toString()) ?? { decision: 'none', why: 'not an answer as agreed' };
  };
}

function parseAnswer(text: string): Answer | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { decision, code } = json as Record<string, unknown>;
  const known = typeof code === 'string' && CODE.test(code) ? code : undefined;
  if (decision === 'allow' && (known !== undefined || code === undefined || code === null))
    return { decision, code: known ?? null };
  if ((decision === 'hold' || decision === 'refuse') && known !== undefined) return { decision, code: known };
  return undefined;
}
