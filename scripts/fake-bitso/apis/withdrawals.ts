import { randomInt } from 'node:crypto';
import { money, ZERO, type Money } from '../../../src/lib/money.ts';
import { amount, clabe, constant, optional, readBody, text, type Field } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Call, Endpoint } from '../http/router.ts';
import { v3Time } from '../state/times.ts';
import { createPast } from '../../stand-in/past.ts';
import { newId, type World } from '../state/world.ts';
import type { SourceName } from '../sources.ts';
import type { Compensation, Fundings } from './fundings.ts';
import { pageOf } from './paging.ts';

type Kind = 'spei' | 'nvio' | 'usdc';

export interface Withdrawal {
  wid: string;
  kind: Kind;
  status: 'pending' | 'processing' | 'complete' | 'failed';
  at: number;
  currency: string;
  amount: Money;
  fee: Money;
  request: Record<string, string>;
  tracking: string | null;
  failReason: string | undefined;
  reversedBy: string | null;
  /** Whether the ledger has it; until then, its amount is held. */
  isBooked: boolean;
}

/** What becomes of a withdrawal. `reverse`: it completes, and a deposit brings it back. */
export type Fate =
  | { end: 'complete' }
  | { end: 'fail'; reason?: string }
  | { end: 'stuck' }
  | {
      end: 'reverse';
      type?: Compensation['depositType'];
      reason?: string;
      afterMs?: number;
      /** Whether the completed withdrawal has a fail_reason, as was seen. */
      says?: boolean;
    };

/** Fates that a share of all withdrawals meets, by chance. */
export interface FateWeather {
  share: number;
  fates: Fate[];
}

const REASON = 'Cuenta cancelada (Cancelled Account)';
const ORIGIN_ID = text({ max: 40, pattern: /^[A-Za-z0-9_]+$/ });
const NUMERIC_REF = optional(text({ max: 7, pattern: /^[0-9]+$/, code: '0318' }));

const FIELDS: Record<Kind, Record<string, Field>> = {
  spei: {
    ...{ currency: constant('mxn'), protocol: constant('clabe'), amount: amount(2), clabe },
    beneficiary: text({ max: 40, pattern: /\S/, code: '0335' }),
    notes_ref: optional(text({ max: 40, code: '0319' })),
    numeric_ref: NUMERIC_REF,
    origin_id: optional(ORIGIN_ID),
  },
  nvio: {
    ...{ asset: constant('mxn'), currency: constant('mxn'), method: constant('bt'), network: constant('bt') },
    ...{ protocol: constant('nvio-clabe'), amount: amount(2), clabe },
    notes: optional(text({ max: 40, code: '0319' })),
    numeric_ref: NUMERIC_REF,
    origin_id: ORIGIN_ID,
  },
  usdc: {
    ...{ currency: constant('usd'), asset: constant('usdc'), method: constant('usdc_trf') },
    ...{ network: constant('circle'), protocol: constant('usdc_trf'), amount: amount(6) },
    chain: text({ max: 4, pattern: /^(POLY|SOL)$/ }),
    address: text({ max: 64, pattern: /^\w+$/, code: '0315' }),
    origin_id: ORIGIN_ID,
  },
};
const METHOD: Record<Kind, { method: string; network: string; integration: string }> = {
  spei: { method: 'praxis', network: 'spei', integration: 'praxis' },
  nvio: { method: 'bt', network: 'bt', integration: 'bitso-transfer' },
  usdc: { method: 'usdc_trf', network: 'circle', integration: 'circle-api' },
};

export function createWithdrawals(world: World, fundings: Fundings) {
  const { clock, books, clabes, notices, settings, chance, beneficiary } = world;
  const withdrawals = new Map<string, Withdrawal>();
  const byOrigin = new Map<string, Withdrawal>();
  const past = createPast<Withdrawal>(clock);
  const fates: Fate[] = [];
  let weather: FateWeather = { share: 0, fates: [] };

  function create({ body, note }: Call): Withdrawal {
    const kind = kindOf(body);
    const request = readBody(body, FIELDS[kind]) as Record<string, string>;
    const { origin_id: originId, amount: wanted = '0', clabe: to = '' } = request;
    const isNvio = to.startsWith('710');
    if (kind !== 'usdc' && isNvio !== (kind === 'nvio')) {
      throw new Refusal('0714', 'CLABEs of Nvio take the protocol nvio-clabe, and others clabe');
    }
    const earlier = byOrigin.get(originId ?? '');
    const value = money(wanted);
    const fee = money(kind === 'spei' ? settings.withdrawalFee : '0');
    const currency = kind === 'usdc' ? 'usdc' : 'mxn';
    const isTooMuch = books.available(currency).lt(value.plus(fee));
    if (isTooMuch && earlier && settings.checkedFirst === 'balance') throw tooLow('balance_first');
    if (earlier && settings.repeatedOrigin === 'same') {
      note('same_withdrawal');
      return earlier;
    }
    if (earlier) throw new Refusal('0356', 'origin_id was used before', 'origin_used');
    if (isTooMuch) throw tooLow(settings.lowBalance === '0602' ? 'low_balance_0602' : 'refusal');
    const withdrawal: Withdrawal = {
      ...{ wid: newId(), kind, status: 'pending', at: clock.now(), request, tracking: null },
      ...{ currency, amount: value, fee, failReason: undefined, reversedBy: null, isBooked: false },
    };
    books.hold(currency, value.plus(fee));
    if (settings.withdrawalEntry === 'requested') book(withdrawal);
    withdrawals.set(withdrawal.wid, withdrawal);
    past.keep(withdrawal.wid, withdrawal);
    if (originId !== undefined) byOrigin.set(originId, withdrawal);
    const fate = fates.shift() ?? (chance.happens(weather.share) ? chance.pick(weather.fates) : undefined);
    clock.after(settings.pendingMs, () => begin(withdrawal, fate ?? { end: 'complete' }));
    return withdrawal;
  }

  function tooLow(source: SourceName): Refusal {
    return new Refusal(settings.lowBalance, 'The balance is too low', source);
  }

  /** The ledger's entries: of the withdrawal, and of its fee, which is an entry of its own with the wid. */
  function book(withdrawal: Withdrawal, sign: -1 | 1 = -1): void {
    const { currency, amount: value, fee, wid, kind } = withdrawal;
    const { method } = METHOD[kind];
    if (sign === -1) books.release(currency, value.plus(fee));
    books.post('withdrawal', [{ currency, amount: value.times(sign) }], { wid, method });
    if (fee.gt(0)) books.post('fee', [{ currency, amount: fee.times(sign) }], { wid, method });
    withdrawal.isBooked = sign === -1;
  }

  function begin(withdrawal: Withdrawal, fate: Fate): void {
    if (withdrawal.status !== 'pending') return;
    withdrawal.status = 'processing';
    withdrawal.tracking = `NVIO${clock.now()}${String(randomInt(1e8)).padStart(8, '0')}`;
    announce(withdrawal);
    if (fate.end === 'stuck') return;
    clock.after(settings.processingMs, () => {
      if (fate.end === 'fail') return end(withdrawal, 'failed', fate.reason ?? REASON);
      const isMarked = fate.end === 'reverse' && fate.says;
      end(withdrawal, 'complete', isMarked ? (fate.reason ?? REASON) : undefined);
      if (fate.end === 'reverse' && withdrawal.status === 'complete' && withdrawal.kind === 'spei') {
        // Only a bank of somebody else sends money back.
        clock.after(fate.afterMs ?? 500, () => void reverse(withdrawal, fate.type, fate.reason));
      }
    });
  }

  function end(withdrawal: Withdrawal, status: 'complete' | 'failed', reason: string | undefined): void {
    const { request } = withdrawal;
    if (withdrawal.status === 'complete' || withdrawal.status === 'failed') return;
    const arrival =
      status === 'complete' && clabes.has(request['clabe'] ?? '') ? arrive(withdrawal) : undefined;
    const isBounced = arrival?.credited === false;
    withdrawal.status = isBounced ? 'failed' : status;
    withdrawal.failReason = isBounced ? arrival.reason : reason;
    if (withdrawal.status === 'failed') giveBack(withdrawal);
    else if (settings.withdrawalEntry === 'late' && !withdrawal.isBooked) {
      clock.after(settings.lateEntryMs, () => book(withdrawal));
    } else if (!withdrawal.isBooked) book(withdrawal);
    announce(withdrawal);
  }

  function giveBack(withdrawal: Withdrawal): void {
    const { currency, amount: value, fee } = withdrawal;
    if (withdrawal.isBooked) book(withdrawal, 1);
    else books.release(currency, value.plus(fee));
  }

  /** To a CLABE of this very server: an account at Juno, or one of Bitso's own. */
  function arrive({ wid, request, amount: value, tracking }: Withdrawal) {
    return clabes.send({
      ...{
        clabe: request['clabe'] ?? '',
        amount: value,
        senderName: beneficiary,
        senderClabe: '',
        senderId: 'ND',
      },
      ...{ tracking: tracking ?? '', concept: request['notes'] ?? '', reference: '', isHeld: false, wid },
    });
  }

  function reverse(
    withdrawal: Withdrawal,
    depositType: Compensation['depositType'] = 'FAIL_WITHDRAWAL_COMPENSATION',
    reason = REASON,
  ): string {
    const { wid, status, request, tracking, amount: value } = withdrawal;
    if (status !== 'complete' || withdrawal.reversedBy !== null || withdrawal.kind === 'usdc') {
      throw new Refusal('0304', `${wid} cannot be reversed`);
    }
    withdrawal.reversedBy = fundings.compensate({
      ...{
        depositType,
        wid,
        originId: request['origin_id'] ?? '',
        tracking: tracking ?? '',
        reason,
        amount: value,
      },
    });
    return withdrawal.reversedBy;
  }

  function announce(withdrawal: Withdrawal): void {
    past.keep(withdrawal.wid, withdrawal);
    notices.announce('withdrawal', view(withdrawal));
  }

  function find(wid: string | undefined): Withdrawal {
    const withdrawal = withdrawals.get(wid ?? '');
    if (!withdrawal) throw new Refusal('0310', 'Unknown wid');
    return withdrawal;
  }

  function list({ query, note }: Call): Withdrawal[] {
    const lagMs = settings.lagMs.withdrawals;
    if (lagMs > 0) note('lag');
    const { wids, origin_ids: originIds } = query;
    if (wids !== undefined) return wids.split(',').flatMap((wid) => past.find(wid, lagMs) ?? []);
    if (originIds !== undefined) {
      const found = originIds.split(',').flatMap((originId) => {
        const { wid } = byOrigin.get(originId) ?? {};
        return wid === undefined ? [] : (past.find(wid, lagMs) ?? []);
      });
      if (found.length > 0) return found;
      if (settings.unknownOrigin === 'refused') {
        throw new Refusal('0357', 'Unknown origin_id', lagMs > 0 ? 'lag' : 'origin_unknown');
      }
      note('origin_unknown_empty');
      return found;
    }
    const matching = past
      .list(lagMs)
      .reverse()
      .filter(({ currency, status, kind }) =>
        [
          [query['currency'], currency],
          [query['status'], status],
          [query['method'], METHOD[kind].method],
        ].every(([wanted, is]) => wanted === undefined || wanted === is),
      );
    return pageOf(matching, query, ({ wid }) => wid);
  }

  function noteAbout(shown: readonly Withdrawal[], note: Call['note']): void {
    if (shown.some(({ kind }) => kind === 'usdc')) note('usdc_withdrawal');
    if (shown.some(({ status, failReason }) => status === 'complete' && failReason !== undefined)) {
      note('fail_reason_on_complete');
    }
  }

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'POST', path: '/v3/withdrawals', style: 'payload', access: 'bitso' },
      source: 'withdrawal_made',
      handle(call) {
        const made = create(call);
        noteAbout([made], call.note);
        return view(made);
      },
    },
    {
      ...{ method: 'GET', path: '/v3/withdrawals', style: 'payload', access: 'bitso', source: 'withdrawal' },
      query: ['limit', 'marker', 'currency', 'status', 'method', 'wids', 'origin_ids'],
      handle(call) {
        const shown = list(call);
        noteAbout(shown, call.note);
        return shown.map(view);
      },
    },
    {
      ...{ method: 'GET', path: '/v3/withdrawals/:wid', style: 'payload', access: 'bitso' },
      source: 'withdrawal',
      handle({ params, note }) {
        const withdrawal = find(params['wid']);
        noteAbout([withdrawal], note);
        return [view(withdrawal)];
      },
    },
  ];

  return {
    endpoints,
    all: () => [...withdrawals.values()],
    find,
    view,
    planFates: (wanted: Fate[]) => void fates.push(...wanted),
    setWeather: (wanted: FateWeather) => void (weather = wanted),
    /** Ends one that is stuck. */
    settle: (wid: string, status: 'complete' | 'failed', reason?: string) =>
      end(find(wid), status, status === 'failed' ? (reason ?? REASON) : reason),
    reverse: (wid: string, type?: Compensation['depositType'], reason?: string) =>
      reverse(find(wid), type, reason),
    /** What the withdrawals say must be what the books have. */
    faults(): string[] {
      const heldOf = (currency: string) =>
        [...withdrawals.values()]
          .filter(
            (one) =>
              one.currency === currency &&
              !one.isBooked &&
              (one.status === 'pending' || one.status === 'processing'),
          )
          .reduce((sum, one) => sum.plus(one.amount).plus(one.fee), money('0'));
      const entries = books.entries.filter(({ operation }) => operation === 'withdrawal');
      return [
        ...[...withdrawals.values()].flatMap(({ wid, amount: value, isBooked, status }) => {
          const booked = entries
            .filter(({ details }) => details['wid'] === wid)
            .reduce((sum, { updates }) => sum.plus(updates[0]?.amount ?? ZERO), ZERO);
          const isRight = booked.eq(isBooked ? value.negated() : ZERO) && !(status === 'failed' && isBooked);
          return isRight ? [] : [`${wid} is ${status}, and the ledger has ${booked.toFixed()}`];
        }),
        ...(books.held('mxn').gte(heldOf('mxn')) ? [] : ['mxn: less is held than is on its way out']),
      ];
    },
  };
}

export type Withdrawals = ReturnType<typeof createWithdrawals>;

function kindOf(body: unknown): Kind {
  const { protocol } = (body ?? {}) as { protocol?: unknown };
  if (protocol === undefined) throw new Refusal('0303', 'Missing field: protocol');
  if (protocol === 'clabe') return 'spei';
  if (protocol === 'nvio-clabe') return 'nvio';
  if (protocol === 'usdc_trf') return 'usdc';
  throw new Refusal('0304', 'Invalid value: protocol');
}

function view({ wid, kind, status, at, currency, amount: value, request, tracking, failReason }: Withdrawal) {
  const details = {
    origin_id: request['origin_id'] ?? null,
    clave_de_rastreo: tracking,
    ...(kind === 'usdc'
      ? { address: request['address'], chain: request['chain'] }
      : {
          beneficiary_name: request['beneficiary'] ?? null,
          beneficiary_clabe: request['clabe'],
          beneficiary_bank_code: String(request['clabe']?.slice(0, 3)),
          concepto: request['notes_ref'] ?? request['notes'] ?? null,
          numeric_ref: request['numeric_ref'] ?? null,
          cep_link: status === 'complete' ? 'https://www.banxico.org.mx/cep/' : null,
        }),
    ...(failReason === undefined ? {} : { fail_reason: failReason }),
  };
  return {
    ...{ wid, status, created_at: v3Time(at), currency: kind === 'usdc' ? 'usd' : currency },
    ...METHOD[kind],
    ...{
      method_name: kind === 'spei' ? 'SPEI Transfer' : kind,
      amount: value.toFixed(kind === 'usdc' ? 6 : 2),
    },
    ...{ asset: currency, protocol: request['protocol'], details },
    legal_operation_entity: { name: 'Nvio', country_code_iso_2: 'MX', image_id: 'nvio' },
  };
}
