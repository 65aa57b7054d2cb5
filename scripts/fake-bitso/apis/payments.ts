import { money, type Money } from '../../../src/lib/money.ts';
import { amount, readBody, text } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Endpoint } from '../http/router.ts';
import type { Arrival, Transfer } from '../state/clabes.ts';
import { bankOf } from '../state/clabes.ts';
import { speiTime } from '../state/times.ts';
import type { World } from '../state/world.ts';
import type { Fundings } from './fundings.ts';

interface Payment {
  id: string;
  amount: Money;
  payerName: string;
  clabe: string;
  status: 'PENDING' | 'COMPLETED' | 'EXPIRED';
  createdAt: number;
  updatedAt: number;
  expirationDate: string;
  fid: string | null;
  paidBy: Transfer | undefined;
}

const DAY_MS = 24 * 3_600_000;
/** When the day of the expiration date ends: in Mexico City, which is guessed. */
const DAY_ENDS_AFTER_MS = DAY_MS + 6 * 3_600_000;

/** One-time SPEI payments: a CLABE for one exact amount, and payments to CLABEs of users. */
export function createPayments(world: World, fundings: Fundings) {
  const { clock, settings, clabes, notices, beneficiary } = world;
  const payments = new Map<string, Payment>();
  const free: string[] = [];
  const additional: { clabe: string; createdAt: number }[] = [];

  function create({ id, due, payerName }: { id: string; due: string; payerName: string }): Payment {
    const earlier = payments.get(id);
    if (earlier && settings.repeatedPayment === 'same') return earlier;
    if (earlier) {
      throw new Refusal(settings.repeatedPayment, 'Invalid value: payment_id', 'payment_repeated');
    }
    const now = clock.now();
    const expirationDate = speiTime(now + settings.paymentDays * DAY_MS).slice(0, 10);
    const payment: Payment = {
      ...{ id, amount: money(due), payerName, clabe: '', status: 'PENDING', expirationDate },
      ...{ createdAt: now, updatedAt: now, fid: null, paidBy: undefined },
    };
    const place = { receive: (transfer: Transfer) => receive(payment, transfer) };
    const reused = settings.reusesClabes ? free.shift() : undefined;
    if (reused !== undefined) clabes.reassign(reused, place);
    payment.clabe = reused ?? clabes.issue(place);
    payments.set(id, payment);
    clock.after(Date.parse(expirationDate) + DAY_ENDS_AFTER_MS - now, () => expire(payment));
    return payment;
  }

  function expire(payment: Payment): void {
    if (payment.status === 'PENDING') finish(payment, 'EXPIRED');
  }

  function receive(payment: Payment, transfer: Transfer): Arrival {
    if (payment.status !== 'PENDING') return { credited: false, reason: `The payment is ${payment.status}.` };
    if (!transfer.amount.eq(payment.amount)) return { credited: false, reason: 'The amount is another one.' };
    payment.paidBy = transfer;
    payment.fid = fundings.receive({ ...transfer, isHeld: false });
    finish(payment, 'COMPLETED');
    return { credited: true, fid: payment.fid };
  }

  function finish(payment: Payment, status: Payment['status']): void {
    Object.assign(payment, { status, updatedAt: clock.now() });
    free.push(payment.clabe);
    notices.announce('spei_payment', noticeOf(payment));
  }

  function find(id: string | undefined): Payment {
    const payment = payments.get(id ?? '');
    if (!payment) throw new Refusal('1401', 'Not found', 'payment_unknown');
    return payment;
  }

  const view = (payment: Payment) => ({
    payment_id: payment.id,
    amount: payment.amount.toFixed(2),
    payer_name: payment.payerName,
    expiration_date: payment.expirationDate,
    clabe: payment.clabe,
    beneficiary,
    status: payment.status,
  });

  const noticeOf = (payment: Payment) => {
    const { payer_name: expected, ...rest } = view(payment);
    const { paidBy } = payment;
    return {
      ...rest,
      created_at: speiTime(payment.createdAt),
      updated_at: speiTime(payment.updatedAt),
      details: {
        fid: payment.fid,
        tracking_key: paidBy?.tracking ?? null,
        expected_payer_name: expected,
        actual_payer_name: paidBy?.senderName ?? null,
        payer_clabe: paidBy?.senderClabe ?? null,
        payer_bank: paidBy ? String(bankOf(paidBy.senderClabe)) : null,
        payer_id: paidBy?.senderId ?? null,
      },
    };
  };

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'POST', path: '/spei/v1/payments', style: 'payload', access: 'bitso', source: 'payment' },
      handle({ body, note }) {
        const fields = {
          payment_id: text({ max: 64, pattern: /^[A-Za-z0-9_-]+$/ }),
          amount: amount(2),
          payer_name: text({ max: 100, pattern: /\S/, code: '0335' }),
        };
        const { payment_id: id, amount: due, payer_name: payerName } = readBody(body, fields);
        if (payments.has(id!)) note('payment_repeated');
        return view(create({ id: id!, due: due!, payerName: payerName! }));
      },
    },
    {
      ...{ method: 'GET', path: '/spei/v1/payments/:id', style: 'payload', access: 'bitso' },
      source: 'payment',
      handle({ params }) {
        const payment = find(params['id']);
        const { paidBy, fid } = payment;
        return {
          ...view(payment),
          details: { fid, tracking_key: paidBy?.tracking ?? null, payer_clabe: paidBy?.senderClabe ?? null },
          created_at: speiTime(payment.createdAt),
        };
      },
    },
    {
      ...{ method: 'POST', path: '/spei/v1/clabes', style: 'payload', access: 'bitso', status: 201 },
      source: 'clabe',
      handle() {
        const clabe = clabes.issue({
          receive: (transfer) => ({ credited: true, fid: fundings.receive(transfer) }),
        });
        additional.push({ clabe, createdAt: clock.now() });
        return { clabe, type: 'ADDITIONAL', status: 'ENABLED', created_at: speiTime(clock.now()) };
      },
    },
    {
      ...{ method: 'GET', path: '/spei/v1/clabes', style: 'payload', access: 'bitso' },
      source: 'clabe_list',
      handle: () => ({
        total_items: String(additional.length),
        response: additional.map(({ clabe, createdAt }) => ({
          ...{ clabe, type: 'ADDITIONAL', status: 'ENABLED', created_at: speiTime(createdAt) },
        })),
      }),
    },
  ];

  return {
    endpoints,
    expire: (id: string) => expire(find(id)),
    /** Payments that money came for, by what they say: each must have its funding. */
    faults: (): string[] =>
      [...payments.values()].flatMap(({ id, status, fid, amount: due }) => {
        const funding = fid === null ? undefined : fundings.find(fid);
        const isRight =
          status === 'COMPLETED' ? funding?.status === 'complete' && funding.amount.eq(due) : !funding;
        return isRight ? [] : [`payment ${id} is ${status}, and its funding ${funding?.status ?? 'missing'}`];
      }),
    count: () => payments.size,
  };
}

export type Payments = ReturnType<typeof createPayments>;
