import { command, named, query, sql, type Trx, type Tables } from '../../../../db/index.ts';
import { claimDue, putOff, type Due, type Later } from '../../http-rail/index.ts';

const PLACE = ['id', 'method', 'clabe', 'beneficiary', 'amount', 'expiresAt', 'payerName'] as const;

/** `beneficiary`: null if Bitso did not name the holder of the CLABE. `payerName`: null if any payer was expected. */
export type PaymentRow = Pick<Tables['bitso_payments'], (typeof PLACE)[number]>;

export const findPayment = query.first<{ id: string }, PaymentRow>('bitso_payments.find', (p) =>
  sql('bitso_payments').where({ id: p.id }).select(PLACE),
);

type NewPayment = PaymentRow & { firstWaitMs: number };

// The first record stays. Bitso's expiry is in real time, the service's by the deployment's clock, which tests can
// advance (D21).
const insert = command.first<NewPayment, PaymentRow>('bitso_payments.insert', (p) =>
  named(
    `insert into bitso_payments as b
       (id, method, clabe, beneficiary, amount, payer_name, expires_at, created_at, due_at)
     values (:id, :method, :clabe, :beneficiary, :amount, :payerName,
             :expiresAt::timestamptz + date_trunc('milliseconds', service_now() - now()), service_now(),
             clock_timestamp() + :firstWaitMs * interval '1 millisecond')
     on conflict (id) do update set id = excluded.id
     returning id, method, clabe, beneficiary, amount, expires_at, payer_name`,
    p,
  ),
);

/** Stores a payment that Bitso opened, unless it is stored already; returns the stored one. */
export async function keepPayment(trx: Trx, payment: NewPayment): Promise<PaymentRow> {
  const row = await insert(trx, payment);
  if (!row) throw new Error('the payment was not written');
  return row;
}

/** A payment for which a CLABE was issued. */
export type PaymentAt = Pick<PaymentRow, 'method' | 'amount' | 'payerName'> & { openedAt: Date | null };

/** The payments for which a CLABE was issued, newest first, at most 20. */
export const listPaymentsAt = query.all<{ clabe: string }, PaymentAt>('bitso_payments.at', (p) =>
  sql('bitso_payments')
    .where({ clabe: p.clabe })
    .orderBy('created_at', 'desc')
    .limit(20)
    .select('method', 'amount', 'payer_name', 'opened_at'),
);

export interface OpenPayment extends Pick<Tables['bitso_payments'], 'id' | 'asked'> {
  /** Whether it may still be paid, as far as the service knows. */
  isOpen: boolean;
}

/** Claims the payments that are due to be polled. */
export const claimPayments = command.all<Due, OpenPayment>('bitso_payments.claim', (p) =>
  claimDue(p, {
    table: 'bitso_payments',
    columns: "o.id, o.asked, o.expires_at + interval '2 days' > service_now() as is_open",
  }),
);

export const pollLater = command.run<Later>('bitso_payments.later', (p) =>
  putOff(p, { table: 'bitso_payments' }),
);
