import { type Provider, ProviderFailure, type RuleOutRequest, type StatementLine } from '../../index.ts';
import type { BitsoClient } from './client/client.ts';
import { createBitsoConversions, isQuoted, type BitsoConversions } from './conversions/conversions.ts';
import { createThroughPesos, isThroughPesos, type ThroughPesos } from './through-pesos/through-pesos.ts';
import { createRfq, type Rfq } from './conversions/rfq.ts';
import { createJunoApi, type JunoApi, type JunoBalance } from './juno/api.ts';
import { createJunoExchange, isParPair, type JunoExchange } from './juno/exchange.ts';
import { type Access, type Look, ruleOut } from '../orders/index.ts';
import { BITSO } from './orders/rail.ts';
import { unlessRefused } from './refusals/refusals.ts';
import { createBitsoWithdrawals, refundDestinationOf, type BitsoWithdrawals } from './withdrawals/withdrawals.ts';

/** Sends and converts the provider's money. */
export interface MoneySide {
  provider: Pick<
    Provider,
    'exchanges' | 'holdsAtPar' | 'lockQuote' | 'convert' | 'payOut' | 'refund' | 'ruleOut' | 'refundDestination'
  >;
  /** The conversions of a period, in the statement's form, with the amount given and Bitso's or Juno's reference. */
  listConversions: (period: { from: Date; to: Date }, signal: AbortSignal) => Promise<StatementLine[]>;
  /** The given idempotency keys whose conversion Bitso or Juno has executed. */
  listConverted: (keys: readonly string[], signal: AbortSignal) => Promise<string[]>;
  /** The balances of the account at Juno; undefined without one. */
  listJunoBalances: ((signal: AbortSignal) => Promise<JunoBalance[]>) | undefined;
}

interface Parts {
  access: Access;
  withdrawals: BitsoWithdrawals;
  rfq: Rfq;
  conversions: BitsoConversions;
  /** Undefined, like the two below, without an account at Juno. */
  junoApi: JunoApi | undefined;
  juno: JunoExchange | undefined;
  throughPesos: ThroughPesos | undefined;
}

/**
 * Payouts and refunds by SPEI, conversions at Bitso's quotes and, if Juno is configured, pesos and MXNB one for one
 * there, and MXNB for assets with which Bitso buys pesos. Without Juno, pesos stay pesos.
 */
export function createMoneySide({
  db,
  logger,
  client,
  juno: junoClient,
}: Omit<Access, 'rail'> & {
  client: BitsoClient;
  juno: BitsoClient | undefined;
}): MoneySide {
  const access = { db, logger, rail: BITSO };
  const withdrawals = createBitsoWithdrawals(access, client);
  const rfq = createRfq({ client });
  const conversions = createBitsoConversions(access, rfq);
  const junoApi = junoClient && createJunoApi({ client: junoClient });
  const juno = junoApi && createJunoExchange(access, junoApi, withdrawals);
  const throughPesos = juno && createThroughPesos({ conversions, juno });
  const parts: Parts = { access, withdrawals, rfq, conversions, junoApi, juno, throughPesos };
  return {
    provider: createProviderSide(parts),
    listConverted: (keys, signal) => listConverted(parts, keys, signal),
    listJunoBalances: junoApi && ((signal) => junoApi.balances(signal)),
    listConversions: (period, signal) => listConversions(parts, period, signal),
  };
}

function createProviderSide(parts: Parts): MoneySide['provider'] {
  const { access, withdrawals, juno } = parts;
  const { db } = access;
  return {
    exchanges: (fromAsset, toAsset) =>
      isParPair(fromAsset, toAsset) || isThroughPesos(fromAsset, toAsset)
        ? juno !== undefined
        : isQuoted(fromAsset, toAsset),
    // Pesos at Bitso are not MXNB yet, and vice versa.
    holdsAtPar: (asset, other) => asset === other,
    lockQuote: async (request, signal) => exchangerOf(parts, request).lockQuote(request, signal),
    convert: (request, signal) =>
      unlessRefused(db, request.idempotencyKey, async () =>
        exchangerOf(parts, request).convert(request, signal),
      ),
    payOut: ({ idempotencyKey, asset, amount, destination: to }, signal) =>
      unlessRefused(db, idempotencyKey, () =>
        withdrawals.send({ idempotencyKey, purpose: 'pay_out', asset, amount, to }, signal),
      ),
    refund: ({ idempotencyKey, asset, amount, to }, signal) =>
      unlessRefused(db, idempotencyKey, () =>
        withdrawals.send({ idempotencyKey, purpose: 'refund', asset, amount, to }, signal),
      ),
    ruleOut: async (request, signal) =>
      ruleOut(access, request.idempotencyKey, await looksFor(parts, request, signal)),
    refundDestination: refundDestinationOf,
  };
}

/** The exchanger of a pair. Only Juno exchanges MXN and MXNB. */
function exchangerOf(
  { conversions, juno, throughPesos }: Parts,
  { fromAsset, toAsset }: { fromAsset: string; toAsset: string },
) {
  const exchanger = isParPair(fromAsset, toAsset)
    ? juno
    : isQuoted(fromAsset, toAsset)
      ? conversions
      : isThroughPesos(fromAsset, toAsset)
        ? throughPesos
        : undefined;
  if (exchanger) return exchanger;
  throw new ProviderFailure('refused', `${fromAsset} is not exchanged for ${toAsset} here.`);
}

async function looksFor(
  { withdrawals, conversions, juno }: Parts,
  { operation, idempotencyKey: key }: RuleOutRequest,
  signal: AbortSignal,
): Promise<Look[]> {
  if (operation !== 'convert') return [withdrawals.lookFor(operation, key, signal)];
  // The key does not tell who was asked to exchange.
  return [
    ...(await conversions.looksFor(key, signal)),
    ...(juno?.looksFor(key, signal) ?? [withdrawals.lookFor('mint', key, signal)]),
  ];
}

async function listConverted(
  { conversions, juno }: Parts,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  return [
    ...(await conversions.listConverted(keys, signal)),
    ...((await juno?.listRedeemed(keys, signal)) ?? []),
  ];
}

async function listConversions(
  { rfq, junoApi }: Parts,
  { from, to }: { from: Date; to: Date },
  signal: AbortSignal,
): Promise<StatementLine[]> {
  const [quoted, redeemed] = await Promise.all([
    rfq.listSince(from, signal),
    junoApi?.transactionsSince('REDEMPTION', from, signal) ?? [],
  ]);
  const moves = [
    ...quoted.map(({ fromAsset, fromAmount, toAsset, toAmount, ...move }) => ({
      ...move,
      asset: fromAsset,
      amount: fromAmount,
      brought: { asset: toAsset, amount: toAmount },
    })),
    ...redeemed.map((move) => ({ ...move, asset: 'MXNB', brought: undefined })),
  ];
  return moves
    .filter(({ status, createdAt }) => status === 'done' && createdAt >= from && createdAt < to)
    .map(({ id: reference, asset, amount, brought, createdAt: at }) => ({
      kind: 'convert',
      reference,
      asset,
      amount: amount.negated(),
      at,
      ...(brought && { brought }),
    }));
}
