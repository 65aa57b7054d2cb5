import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { money } from '../../../src/lib/money.ts';
import type { FakeBitso } from '../../fake-bitso/server.ts';
import type { Fault } from '../../stand-in/faults.ts';
import type { Chance } from '../chance.ts';

const LOST = { kind: 'lost', acts: true } as const;

/** Nothing of this refuses a call for good: what was refused was right to be. */
const FAULTS: Fault[] = [
  ...[LOST, { kind: 'lost' } as const],
  ...[{ kind: 'unknown', acts: true } as const, { kind: 'unknown' } as const],
  ...[{ kind: 'bad_gateway', acts: true } as const, { kind: 'garbage', acts: true } as const],
  { kind: 'refused', code: '1003', status: 200, numeric: true },
  { kind: 'latency', ms: 1_500 },
];
/** Where the documentation is silent, the stand-in does it otherwise every few seconds. */
const READ_EVERY_MS = 4_000;
/** How far lists lag behind at most; shorter than the service waits before it believes them. */
const MAX_LAG_MS = 60_000;
const MAX_LATE_ENTRY_MS = 30_000;
/** Less than any payout. */
const LEFT = '50';
const FORGE_EVERY_MS = 3_000;
const FORGED = 'forged';

/** Lets the stand-in misbehave; at half time it locks the account out for a minute and changes its signing key. */
export async function makeBitsoWeather(fake: FakeBitso, newChance: () => Chance, durationMs: number) {
  const endsAt = Date.now() + durationMs;
  const [course, readings] = await Promise.all([
    misbehave(fake, newChance(), durationMs),
    changeReadings(fake, newChance(), () => Date.now() >= endsAt),
  ]);
  return { ...course, report: { ...course.report, readings } };
}

async function misbehave(fake: FakeBitso, chance: Chance, durationMs: number) {
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

/** Returns how often the stand-in began to read the documentation otherwise. */
async function changeReadings(fake: FakeBitso, chance: Chance, isOver: () => boolean): Promise<number> {
  const { control } = fake;
  let changes = 0;
  for (; !isOver(); changes++) {
    control.set(readingOf(chance));
    await delay(READ_EVERY_MS * (0.5 + chance.share()));
    if (chance.happens(0.6)) await refuseWhatWasAccepted(fake, chance);
  }
  return changes;
}

/**
 * Accepts a withdrawal without an answer, shows it in no list, and has too little left for whoever asks again: the refusal
 * of the second request says nothing about the first.
 */
async function refuseWhatWasAccepted({ control }: FakeBitso, chance: Chance): Promise<void> {
  control.set({ checkedFirst: 'balance', lagMs: { withdrawals: MAX_LAG_MS * (0.5 + 0.5 * chance.share()) } });
  const count = (): number => control.state().withdrawals.length;
  const before = count();
  control.fault({ on: 'POST /v3/withdrawals', ...LOST });
  for (const givesUpAt = Date.now() + READ_EVERY_MS; count() === before && Date.now() < givesUpAt;) {
    await delay(20);
  }
  const amount = money(control.state().available['mxn'] ?? '0').minus(LEFT);
  control.holdFunds({ amount: amount.toFixed() });
  await delay(READ_EVERY_MS * (0.5 + chance.share()));
  control.holdFunds({ amount: amount.negated().toFixed() });
}

function readingOf(chance: Chance): Parameters<FakeBitso['control']['set']>[0] {
  const lag = (): number => (chance.happens(0.5) ? 0 : Math.floor(chance.share() * MAX_LAG_MS));
  const lagMs = {
    withdrawals: lag(),
    fundings: lag(),
    ledger: lag(),
    conversions: lag(),
    transactions: lag(),
  };
  return {
    lagMs,
    nonceWindowMs: chance.pick([null, 30_000]),
    refusalStatus: chance.pick(['documented', 'documented', 200] as const),
    numericCodes: chance.happens(0.3),
    repeatedPayment: chance.pick(['0304', '0101', '0343', 'same']),
    senderClabe: chance.pick(['whole', 'whole', 'masked'] as const),
    fundingAmounts: chance.pick(['text', 'number'] as const),
    ownDepositType: chance.pick([null, 'own_account']),
    returnsHaveType: chance.happens(0.5),
    repeatedOrigin: chance.pick(['refused', 'same'] as const),
    listedOrder: chance.pick(['newest', 'asked'] as const),
    unknownFid: chance.pick(['left_out', 'refused'] as const),
    listsOthers: chance.happens(0.3),
    unknownOrigin: chance.pick(['empty', 'refused'] as const),
    checkedFirst: chance.pick(['origin', 'balance'] as const),
    lowBalance: chance.pick(['0379', '0602'] as const),
    withdrawalEntry: chance.pick(['requested', 'completed', 'late'] as const),
    lateEntryMs: Math.floor(chance.share() * MAX_LATE_ENTRY_MS),
    repeatedQuote: chance.pick(['refused', 'same'] as const),
    conversionWord: chance.pick(['INITIATED', 'PENDING'] as const),
    junoWord: chance.pick(['COMPLETE', 'COMPLETED'] as const),
    reusesClabes: chance.happens(0.5),
    mintFails: chance.happens(0.3),
    notices: { spaced: chance.share() },
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
  control.set({ withdrawalEntry: 'completed', mintFails: false });
  control.set({ lagMs: { withdrawals: 0, fundings: 0, ledger: 0, conversions: 0, transactions: 0 } });
  endStuck({ control });
  // Entries that the ledger would only have later, it has now.
  control.advance({ ms: MAX_LATE_ENTRY_MS });
}

export function endStuck({ control }: Pick<FakeBitso, 'control'>): void {
  for (const { wid, status } of control.state().withdrawals) {
    if (status === 'processing') control.settleWithdrawal({ wid, status: 'complete' });
  }
}
