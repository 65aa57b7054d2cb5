import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { money } from '../../src/lib/money.ts';
import type { RawNotice } from '../../src/methods/providers/provider.ts';
import type { TestRail } from '../../test/support/outside/rail.ts';
import { signNotice, writeNotice } from '../../test/support/outside/rail/notices.ts';
import type { Chance } from './chance.ts';
import type { Rails } from './rails.ts';

const RETRY_PAUSE_MS = 200;
/** Forgeries stay below the limit of an address: above it, the rails' own notices would wait, too. */
const FORGE_EVERY_MS = 3_000;
const RETURN_EVERY_MS = 1_500;

/** What the rails told, and what somebody pretended that they told. */
export interface Telling {
  told: number;
  repeated: number;
  neverTold: number;
  returned: number;
  movedOn: number;
  /** References of deposits that no rail has. */
  forged: string[];
  faults: string[];
}

export interface Teller extends Telling {
  /** Tells a notice until it is received; sometimes twice, sometimes late, and sometimes never. */
  tell(rail: TestRail, notice: RawNotice): Promise<void>;
}

export function createTeller(chance: Chance, baseUrls: () => readonly string[]): Teller {
  const teller: Teller = {
    ...{ told: 0, repeated: 0, neverTold: 0, returned: 0, movedOn: 0, forged: [], faults: [] },
    async tell(rail, notice) {
      if (chance.happens(0.2)) {
        teller.neverTold++;
        return;
      }
      // A later notice may overtake this one.
      if (chance.happens(0.3)) await delay(2_000 * chance.share());
      await insist(rail, notice);
      teller.told++;
      if (!chance.happens(0.2)) return;
      const { secret } = rail.access;
      await Promise.all([insist(rail, notice), insist(rail, signNotice(secret, notice.body))]);
      teller.repeated += 2;
    },
  };
  const insist = async (rail: TestRail, notice: RawNotice): Promise<void> => {
    for (;;) {
      const response = await rail.tell(chance.pick(baseUrls()), notice).catch(() => undefined);
      if (response?.ok) return;
      // A provider would drop the notice for good.
      if (response && response.status < 500 && response.status !== 429)
        teller.faults.push(`a notice was refused: ${response.status} ${await response.text()}`);
      await delay(RETRY_PAUSE_MS);
    }
  };
  return teller;
}

/** Posts deposits that never happened, with a stolen name, an altered amount or an old signature. */
export async function forgeNotices(
  rails: Rails,
  teller: Teller,
  chance: Chance,
  baseUrls: () => readonly string[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const rail = chance.pick(rails.all);
    const reference = `forged-${randomUUID()}`;
    teller.forged.push(reference);
    const notice = chance.pick([signedByAnother, altered, stale])(rail, reference);
    const response = await rail.tell(chance.pick(baseUrls()), notice).catch(() => undefined);
    if (response?.ok) teller.faults.push(`a forged notice was received: ${notice.body.toString()}`);
    await delay(FORGE_EVERY_MS * (0.5 + chance.share()));
  }
}

/** Payouts and refunds come back, and pending ones are said to have moved on. */
export async function returnTransfers(
  rails: Rails,
  teller: Teller,
  chance: Chance,
  isOver: () => boolean,
): Promise<void> {
  const telling: Promise<void>[] = [];
  while (!isOver()) {
    await delay(RETURN_EVERY_MS * chance.share());
    const rail = chance.pick(rails.all);
    const [order] = rail.pending;
    if (order !== undefined) {
      rail.pending.delete(order);
      teller.movedOn++;
      telling.push(teller.tell(rail, rail.movedOn(order)));
    }
    const [sent] = await rail.database.query(
      `select reference from simulator_operations o
        where operation in ('pay_out', 'refund') and refusal is null
          and not exists (select from simulator_operations r
                           where r.operation = 'return' and r.details ->> 'providerReference' = o.reference)
        order by md5(reference) limit 1`,
    );
    if (!sent) continue;
    teller.returned++;
    telling.push(teller.tell(rail, await rail.sendBack(sent['reference'] as string)));
  }
  await Promise.all(telling);
}

function signedByAnother({ access }: TestRail, reference: string): RawNotice {
  return forgery(`not ${access.secret}`, reference);
}

function altered({ access }: TestRail, reference: string): RawNotice {
  const { headers, body } = forgery(access.secret, reference);
  return { headers, body: Buffer.from(body.toString().replace('"1000"', '"9000"')) };
}

function stale({ access }: TestRail, reference: string): RawNotice {
  return signNotice(access.secret, forgery(access.secret, reference).body, new Date(Date.now() - 6 * 60_000));
}

function forgery(secret: string, providerReference: string): RawNotice {
  return writeNotice(secret, {
    type: 'deposit',
    deposit: {
      ...{ providerReference, method: 'SPEI', destination: '646180815883591506', reference: null },
      ...{ asset: 'MXN', network: null, amount: money('1000'), final: true, payer: {} },
    },
  });
}
