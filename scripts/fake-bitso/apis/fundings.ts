import { randomInt } from 'node:crypto';
import { money, type Money } from '../../../src/lib/money.ts';
import { amount, clabe, optional, readBody, text } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Endpoint } from '../http/router.ts';
import { Literal } from '../notices/print.ts';
import { bankOf, type Arrival, type Transfer } from '../state/clabes.ts';
import { speiTime, v3Time } from '../state/clock.ts';
import { newId, type World } from '../state/world.ts';
import { pageOf, PAGE_QUERY } from './paging.ts';

export interface Funding {
  fid: string;
  status: 'pending' | 'complete' | 'failed';
  at: number;
  currency: string;
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

const PAYER_CLABE = '012180015123456780';
/** Banxico prints the tracking code of the sender's bank; this one is invented. */
const newTracking = () => `FAKE${Date.now()}${String(randomInt(1e8)).padStart(8, '0')}`;

export function createFundings({ clock, books, clabes, notices }: World) {
  const fundings = new Map<string, Funding>();

  function add(funding: Omit<Funding, 'fid' | 'at'>): string {
    const stored = { ...funding, fid: newId(), at: clock.now() };
    fundings.set(stored.fid, stored);
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

  /** Amounts are numbers with their zeros in notices (seen), and strings elsewhere. */
  const view = (funding: Funding, inNotice = false) => ({
    fid: funding.fid,
    status: funding.status,
    created_at: v3Time(funding.at),
    currency: funding.currency,
    method: funding.method,
    method_name: 'SPEI Transfer',
    amount: inNotice ? new Literal(funding.amount.toFixed(2)) : funding.amount.toFixed(2),
    asset: funding.currency,
    network: 'spei',
    protocol: 'clabe',
    integration: 'praxis',
    details: funding.details,
    legal_operation_entity: { name: 'Nvio', country_code_iso_2: 'MX', image_id: 'nvio' },
  });

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
      ...{ method: 'GET', path: '/v3/fundings', style: 'payload', access: 'bitso' },
      known: '✓ filters and markers, newest first',
      query: [...PAGE_QUERY, 'method', 'status', 'fids', 'currency'],
      handle({ query }) {
        const { fids } = query;
        if (fids !== undefined) {
          return fids.split(',').flatMap((fid) => (fundings.has(fid) ? [view(find(fid))] : []));
        }
        const matching = [...fundings.values()].reverse().filter(({ method, status, currency }) =>
          [
            [query['method'], method],
            [query['status'], status],
            [query['currency'], currency],
          ].every(([wanted, is]) => wanted === undefined || wanted === is),
        );
        return pageOf(matching, query, ({ fid }) => fid).map((funding) => view(funding));
      },
    },
    {
      ...{ method: 'GET', path: '/v3/fundings/:fid', style: 'payload', access: 'bitso' },
      known: '✓ a list of one; ◐ numbers within details',
      handle: ({ params }) => [view(find(params['fid'] ?? ''))],
    },
    {
      ...{ method: 'POST', path: '/spei/test/deposits', style: 'payload', access: 'bitso' },
      known: '✓ on the stage host only; ◐ the answer; ? that it is the same for a transfer that is sent back',
      handle({ body }) {
        const fields = {
          amount: amount(2),
          receiver_clabe: clabe,
          receiver_name: text({ max: 100 }),
          sender_name: optional(text({ max: 100 })),
          sender_clabe: optional(clabe),
          sender_rfc_curp: optional(text({ max: 18 })),
          concepto: optional(text({ max: 40 })),
          numeric_reference: optional(text({ max: 7, pattern: /^[0-9]+$/ })),
        };
        const payer = readBody(body, fields);
        const { tracking } = send(payer as Payer);
        const { amount: value, receiver_clabe } = payer;
        return { amount: value, tracking_code: tracking, receiver_clabe, created_at: speiTime(clock.now()) };
      },
    },
  ];

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
          deposit_type: compensation.depositType,
          origin_wid: compensation.wid,
          origin_client_id: compensation.originId,
        },
      }),
    /** Money of the account's own that comes in some other way: its first balance, or what Juno redeemed. */
    credit: (currency: string, value: Money, method: string): string =>
      add({ status: 'complete', currency, amount: value, method, details: { deposit_type: 'own_account' } }),
    settle(fid: string, status: 'complete' | 'failed'): void {
      const funding = find(fid);
      if (funding.status !== 'pending') throw new Refusal('0304', `${fid} is ${funding.status}`);
      funding.status = status;
      if (status === 'complete') post(funding);
      notices.announce('funding', view(funding, true));
    },
  };
}

export type Fundings = ReturnType<typeof createFundings>;
