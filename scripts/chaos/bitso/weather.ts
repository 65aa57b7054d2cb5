import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FakeBitso } from '../../fake-bitso/server.ts';
import type { Fault } from '../../fake-bitso/http/faults.ts';
import type { Chance } from '../chance.ts';

/** Nothing of this refuses a call for good: what was refused was right to be. */
const FAULTS: Fault[] = [
  ...[{ kind: 'lost', acts: true } as const, { kind: 'lost' } as const],
  ...[{ kind: 'unknown', acts: true } as const, { kind: 'unknown' } as const],
  ...[{ kind: 'bad_gateway', acts: true } as const, { kind: 'garbage', acts: true } as const],
  { kind: 'refused', code: '1003', status: 200, numeric: true },
  { kind: 'latency', ms: 1_500 },
];
const FORGE_EVERY_MS = 3_000;
const FORGED = 'forged';

/** Lets the stand-in misbehave; at half time it locks the account out for a minute and changes its signing key. */
export async function makeBitsoWeather(fake: FakeBitso, chance: Chance, durationMs: number) {
  const { control } = fake;
  const endsAt = Date.now() + durationMs;
  control.weather({ share: 0.12, faults: FAULTS });
  control.noticeWeather({
    lost: 0.15,
    doubled: 0.3,
    lateMs: 2_000,
    forged: 0.1,
    unknownKey: 0.05,
    attempts: 8,
  });
  control.withdrawalWeather({
    share: 0.4,
    fates: [
      ...[{ end: 'fail' } as const, { end: 'stuck' } as const, { end: 'reverse', afterMs: 1_000 } as const],
      { end: 'reverse', type: 'REFUND_CREDITED_WITHDRAWAL', says: true, afterMs: 3_000 },
    ],
  });
  const forged: string[] = [];
  let isLocked = false;
  while (Date.now() < endsAt) {
    await delay(FORGE_EVERY_MS * (0.5 + chance.share()));
    forged.push(forge(fake, chance));
    if (isLocked || Date.now() < endsAt - durationMs / 2) continue;
    isLocked = true;
    control.fault({ kind: 'limited' });
    control.rotateKey({ keepsOld: false });
  }
  return {
    forged,
    report: { forged_notices: forged.length, lock_outs: Number(isLocked), key_changes: Number(isLocked) },
  };
}

/** A deposit that never happened, signed by somebody else. */
function forge({ control }: FakeBitso, chance: Chance): string {
  const fid = `${FORGED}${randomUUID().replaceAll('-', '')}`.slice(0, 32);
  const payload = {
    ...{
      fid,
      status: 'complete',
      created_at: '2026-01-01T00:00:00+00:00',
      currency: 'mxn',
      amount: '150.50',
    },
    ...{ asset: 'mxn', network: 'spei', protocol: 'clabe', details: { deposit_type: 'third_party' } },
  };
  control.notice({ event: 'funding', payload, by: chance.pick(['forger', 'unknown']), post: true });
  return fid;
}

/** From here on everything works, and what is stuck ends. */
export function bringPeace({ control }: FakeBitso): void {
  control.clearFaults();
  control.withdrawalWeather({ share: 0, fates: [] });
  control.noticeWeather({ lost: 0, doubled: 0, lateMs: 0, forged: 0, unknownKey: 0 });
  endStuck({ control });
}

export function endStuck({ control }: Pick<FakeBitso, 'control'>): void {
  for (const { wid, status } of control.state().withdrawals) {
    if (status === 'processing') control.settleWithdrawal({ wid, status: 'complete' });
  }
}
