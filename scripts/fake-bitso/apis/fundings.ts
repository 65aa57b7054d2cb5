import { randomInt } from 'node:crypto';
import { money, type Money } from '../../../src/lib/money.ts';
import { amount, clabe, optional, readBody, text } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Call, Endpoint } from '../http/router.ts';
import { Literal } from '../notices/print.ts';
import { bankOf, type Arrival, type Transfer } from '../state/clabes.ts';
import { speiTime, v3Time } from '../state/times.ts';
import { createPast } from '../../stand-in/past.ts';
import { newId, type World } from '../state/world.ts';
import { pageOf } from './paging.ts';

export interface Funding {
  fid: string;
  status: 'pending' | 'complete' | 'failed';
  at: number;
  currency: string;
  /** What was sent on a chain, where it may be credited as another currency. */
  asset?: string;
  amount: Money;
  method: string;
  details: Record<string, string | number>;
}

/** A deposit that undoes a withdrawal. */
export interface Compensation {
  depositType: 'FAIL_WITHDRAWAL_COMPENSATION' | 'REFUND_CREDITED_WITHDRAWAL';
  wid: string;
  originId: string;
  tracking: string;
  reason: string;
  amount: Money;
}

/** A SPEI transfer that somebody outside makes. */
export interface Payer {
  receiver_clabe: string;
  amount: string;
  sender_name?: string;
  sender_clabe?: string;
  sender_rfc_curp?: string;
  concepto?: string;
  numeric_reference?: string;
  /** It stays pending until `settleFunding`. */
  held?: boolean;
}

/** A transfer on a chain to the account's address, as its node shows it. */
export interface OnChain {
  currency: string;
  /** What was sent, if it is credited as another currency. */
  asset?: string;
  amount: Money;
  tx_hash: string;
  address: string;
  network: string;
  status?: Funding['status'];
}

const PAYER_CLABE = '012180015123456780';
/** Banxico prints the tracking code of the sender's bank; this one is invented. */
const newTracking = () => `FAKE${Date.now()}${String(randomInt(1e8)).padStart(8, '0')}`;

export function createFundings({ clock, books, clabes, notices, settings }: World) {
  const fundings = new Map<string, Funding>();
  const past = createPast<Funding>(clock);

  function add(funding: Omit<Funding, 'fid' | 'at'>): string {
    const stored = { ...funding, fid: newId(), at: clock.now() };
    fundings.set(stored.fid, stored);
    past.keep(stored.fid, stored);
    if (stored.status === 'complete') post(stored);
    notices.announce('funding', view(stored, true));
    return stored.fid;
  }

  function post({ currency, amount: value, fid, method }: Funding): void {
    books.post('funding', [{ currency, amount: value }], { fid, method });
  }

  function find(fid: string): Funding {
    const funding = fundings.get(fid);
    if (!funding) throw new Refusal('0311', 'Unknown fid');
    return funding;
  }

  /** Amounts are numbers with their zeros in notices (seen), and elsewhere as the settings say. */
  const view = (funding: Funding, inNotice = false) => ({
    fid: funding.fid,
    status: funding.status,
    created_at: v3Time(funding.at),
    currency: funding.currency,
    method: funding.method,
    method_name: isOnChain(funding) ? `${funding.currency.toUpperCase()} on chain` : 'SPEI Transfer',
    amount: amountOf(funding, inNotice),
    asset: funding.asset ?? funding.currency,
    ...(isOnChain(funding)
      ? { network: funding.method, protocol: funding.method, integration: funding.method }
      : {
          network: funding.method === 'bt' ? 'bt' : 'spei',
          protocol: 'clabe',
          integration: funding.method === 'bt' ? 'bitso-transfer' : 'praxis',
        }),
    details: detailsOf(funding),
    legal_operation_entity: { name: 'Nvio', country_code_iso_2: 'MX', image_id: 'nvio' },
  });

  function amountOf({ amount: value, currency }: Funding, inNotice: boolean) {
    if (currency !== 'mxn') return inNotice ? new Literal(value.toFixed()) : value.toFixed();
    if (inNotice) return new Literal(value.toFixed(2));
    return settings.fundingAmounts === 'number' ? value.toNumber() : value.toFixed(2);
  }

  function detailsOf({ details }: Funding) {
    const { funding_address: address, ...others } = details;
    if (address !== undefined && settings.onChainDetails === 'recorded') {
      return { receiving_address: address, ...others };
    }
    const { sender_clabe: sender } = details;
    if (settings.senderClabe === 'whole' || typeof sender !== 'string' || sender === '') return details;
    return { ...details, sender_clabe: sender.slice(-4).padStart(sender.length, '*') };
  }

  /** Says of an answer what is not documented about the deposits in it. */
  function noteAbout(shown: readonly Funding[], note: Call['note']): void {
    if (settings.fundingAmounts === 'number') note('amounts_as_numbers');
    const onChain = shown.filter(isOnChain);
    if (onChain.length > 0)
      note(settings.onChainDetails === 'recorded' ? 'on_chain_recorded' : 'on_chain_details');
    if (onChain.length > 0) note('on_chain_words');
    if (onChain.some(({ asset, currency }) => asset !== undefined && asset !== currency)) note('usdc_as_usd');
    if (shown.some((one) => !isOnChain(one) && one.details['deposit_type'] === undefined))
      note('no_deposit_type');
    if (shown.some(({ details }) => details['deposit_type'] === settings.ownDepositType)) {
      note('own_deposit_type');
    }
  }

  const isOnChain = ({ details }: Funding): boolean => details['tx_hash'] !== undefined;

  const own = (): Record<string, string> =>
    settings.ownDepositType === null ? {} : { deposit_type: settings.ownDepositType };

  function send(payer: Payer): Arrival & { tracking: string } {
    const tracking = newTracking();
    const arrival = clabes.send({
      clabe: payer.receiver_clabe,
      amount: money(payer.amount),
      senderName: payer.sender_name ?? 'MARÍA PÉREZ PIÑA',
      senderClabe: payer.sender_clabe ?? PAYER_CLABE,
      senderId: payer.sender_rfc_curp ?? 'ND',
      concept: payer.concepto ?? 'Pago',
      reference: payer.numeric_reference ?? '1234567',
      tracking,
      isHeld: payer.held ?? false,
    });
    return { ...arrival, tracking };
  }

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'GET', path: '/v3/fundings', style: 'payload', access: 'bitso', source: 'funding' },
      query: ['limit', 'marker', 'method', 'status', 'fids'],
      handle({ query, note }) {
        const lagMs = settings.lagMs.fundings;
        if (lagMs > 0) note('lag');
        const asked = query['fids'];
        const found = asked === undefined ? list(query, lagMs) : listed(asked.split(','), lagMs, note);
        // Nothing says that a list of ids is no page.
        const shown = pageOf(found, query, ({ fid }) => fid);
        noteAbout(shown, note);
        return shown.map((funding) => view(funding));
      },
    },
    {
      ...{ method: 'GET', path: '/v3/fundings/:fid', style: 'payload', access: 'bitso', source: 'funding' },
      handle({ params, note }) {
        const funding = find(params['fid'] ?? '');
        noteAbout([funding], note);
        return [view(funding)];
      },
    },
    {
      ...{ method: 'POST', path: '/spei/test/deposits', style: 'payload', access: 'payer' },
      source: 'test_deposit_made',
      handle({ body, note }) {
        note('test_deposit');
        const payer = readPayer(body);
        const { tracking } = send(payer);
        const { amount: value, receiver_clabe } = payer;
        return { amount: value, tracking_code: tracking, receiver_clabe, created_at: speiTime(clock.now()) };
      },
    },
  ];

  function listed(fids: readonly string[], lagMs: number, note: Call['note']): Funding[] {
    const found = fids.flatMap((fid) => past.find(fid, lagMs) ?? []);
    if (found.length < fids.length) {
      if (settings.unknownFid === 'refused') throw new Refusal('0311', 'Unknown fid', 'unknown_fid');
      note('unknown_fid');
    }
    const others = settings.listsOthers ? past.list(lagMs).filter(({ fid }) => !fids.includes(fid)) : [];
    if (others.length > 0) note('lists_others');
    const all = [...others.slice(-1), ...found];
    return settings.listedOrder === 'asked' ? all : all.sort((one, other) => other.at - one.at);
  }

  function list(query: Record<string, string>, lagMs: number): Funding[] {
    return past
      .list(lagMs)
      .reverse()
      .filter(({ method, status }) =>
        [
          [query['method'], method],
          [query['status'], status],
        ].every(([wanted, is]) => wanted === undefined || wanted === is),
      );
  }

  return {
    endpoints,
    all: () => [...fundings.values()],
    find: (fid: string) => fundings.get(fid),
    send,
    /** A transfer that was accepted. Returns its fid. */
    receive: (transfer: Transfer): string =>
      add({
        status: transfer.isHeld ? 'pending' : 'complete',
        currency: 'mxn',
        amount: transfer.amount,
        method: 'praxis',
        details: {
          sender_name: transfer.senderName,
          sender_clabe: transfer.senderClabe,
          receive_clabe: transfer.clabe,
          sender_bank: bankOf(transfer.senderClabe),
          clave: randomInt(1e7),
          clave_rastreo: transfer.tracking,
          numeric_reference: transfer.reference,
          concepto: transfer.concept,
          cep_link: '',
          sender_rfc_curp: transfer.senderId,
          deposit_type: 'third_party',
        },
      }),
    compensate: (compensation: Compensation): string =>
      add({
        status: 'complete',
        currency: 'mxn',
        amount: compensation.amount,
        method: 'praxis',
        details: {
          ...{
            sender_name: '',
            sender_clabe: '',
            receive_clabe: '',
            sender_bank: 90_728,
            sender_rfc_curp: '',
          },
          ...{ clave: randomInt(1e7), numeric_reference: '', cep_link: '' },
          clave_rastreo: compensation.tracking,
          clave_rastreo_origen: compensation.tracking,
          concepto: compensation.reason,
          ...(settings.returnsHaveType ? { deposit_type: compensation.depositType } : {}),
          origin_wid: compensation.wid,
          origin_client_id: compensation.originId,
        },
      }),
    /** What was sent on a chain to the account's address. */
    arriveOnChain: ({
      currency,
      asset = currency,
      amount: value,
      tx_hash,
      address,
      network,
      status = 'complete',
    }: OnChain): string =>
      add({
        ...{ status, currency, asset, amount: value, method: `${network}_${asset}`.toLowerCase() },
        details: { tx_hash, funding_address: address },
      }),
    /** Money of the account's own that comes in some other way: its first balance, or what Juno redeemed. */
    credit: (currency: string, value: Money, method: string): string =>
      add({ status: 'complete', currency, amount: value, method, details: own() }),
    settle(fid: string, status: 'complete' | 'failed'): void {
      const funding = find(fid);
      if (funding.status !== 'pending') throw new Refusal('0304', `${fid} is ${funding.status}`);
      funding.status = status;
      past.keep(fid, funding);
      if (status === 'complete') post(funding);
      notices.announce('funding', view(funding, true));
    },
  };
}

export type Fundings = ReturnType<typeof createFundings>;

/** Which further fields a test deposit has was not visible: those that are not known here are left out. */
function readPayer(body: unknown): Payer {
  const fields = {
    amount: amount(2),
    receiver_clabe: clabe,
    receiver_name: optional(text({ max: 100 })),
    sender_name: optional(text({ max: 100 })),
    sender_clabe: optional(clabe),
    sender_rfc_curp: optional(text({ max: 18 })),
    concepto: optional(text({ max: 40 })),
    numeric_reference: optional(text({ max: 7, pattern: /^[0-9]+$/ })),
  };
  const given = typeof body === 'object' && body !== null ? body : {};
  if ('payment_type' in given) {
    throw new Refusal('0304', 'payment_type makes returns: here, POST /control/reverseWithdrawal does');
  }
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(fields, name));
  const texts = known.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]);
  return readBody(Object.fromEntries(texts), fields) as Payer;
}
