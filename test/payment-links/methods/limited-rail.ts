import { changeMethod } from '../../../src/methods/catalogue.ts';
import type {
  ConversionRequest,
  InstructionsRequest,
  IssuedInstructions,
  Provider,
  QuoteRequest,
} from '../../../src/methods/providers/provider.ts';
import { allowLargeMoves } from '../../fx/moves.ts';
import { startRail } from '../../support/outside/rail.ts';
import { startService, type TestService } from '../../support/service.ts';
import { serviceTimeIn } from '../links.ts';

/** A service whose methods are all carried by a rail over HTTP, with limits that real rails have. */
export interface LimitedRail {
  service: TestService;
  /** How long its quotes and its places last, on the deployment's clock. Undefined: as asked, and as the link. */
  limits: { quoteS: number | undefined; placeS: number | undefined };
  /** Whether it holds the assets of a family as if they were one, and what it exchanges, if not everything. */
  assets: { atPar: boolean; exchanges: boolean };
  /** Given to everybody in place of one of their own. */
  /** Whether it exchanges for less than it is asked for at least. */
  ignoresLeast: boolean;
  sharedPlace: Pick<IssuedInstructions, 'destination' | 'reference' | 'instructions'> | undefined;
  /** What it was asked, oldest first. */
  asked: { quotes: QuoteRequest[]; places: InstructionsRequest[]; conversions: ConversionRequest[] };
  set: Awaited<ReturnType<typeof startRail>>['set'];
  /** Moves an asset's value in the rail's market by a fraction of its usual one. */
  moveMarket(asset: string, by: string): Promise<void>;
  /** Removes all limits, faults, moves and spreads, and forgets what it was asked. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startLimitedRail(): Promise<LimitedRail> {
  const inner = await startRail('rail');
  const limited: Omit<LimitedRail, 'service'> = {
    limits: { quoteS: undefined, placeS: undefined },
    assets: { atPar: true, exchanges: true },
    sharedPlace: undefined,
    ignoresLeast: false,
    asked: { quotes: [], places: [], conversions: [] },
    set: inner.set,
    async moveMarket(asset, by) {
      await inner.database.query('update simulator_rates set moved_by = $2 where asset = $1', [asset, by]);
    },
    async reset() {
      limited.limits = { quoteS: undefined, placeS: undefined };
      limited.assets = { atPar: true, exchanges: true };
      limited.sharedPlace = undefined;
      limited.ignoresLeast = false;
      limited.asked = { quotes: [], places: [], conversions: [] };
      for (const operation of ['quote', 'instructions', 'convert'] as const) await inner.set(operation);
      await inner.database.query('update simulator_rates set moved_by = 0');
      await service.database.query('update payment_methods set spread = 0, max_slippage = 0.1');
    },
    async close() {
      await service.close();
      await inner.close();
    },
  };
  const inS = async (seconds: number) => new Date(await serviceTimeIn(service, seconds));
  const provider: Provider = {
    ...inner.provider,
    exchanges: () => limited.assets.exchanges,
    holdsAtPar: () => limited.assets.atPar,
    async lockQuote(request, signal) {
      limited.asked.quotes.push(request);
      const quote = await inner.provider.lockQuote(request, signal);
      return { ...quote, expiresAt: await inS(limited.limits.quoteS ?? request.lifeMs / 1_000) };
    },
    async issueInstructions(request, signal) {
      limited.asked.places.push(request);
      const issued = { ...(await inner.provider.issueInstructions(request, signal)), ...limited.sharedPlace };
      const { placeS } = limited.limits;
      return { ...issued, expiresAt: placeS === undefined ? null : await inS(placeS) };
    },
    convert(request, signal) {
      limited.asked.conversions.push(request);
      const leastToAmount = limited.ignoresLeast ? null : request.leastToAmount;
      return inner.provider.convert({ ...request, leastToAmount }, signal);
    },
  };
  const service = await startService({}, [provider]);
  await allowLargeMoves(service);
  for (const method of ['SPEI', 'WIRE', 'USDC', 'BREB']) {
    await service.foundation.db.transaction((trx) => changeMethod(trx, method, { provider: 'rail' }));
  }
  return Object.assign(limited, { service });
}
