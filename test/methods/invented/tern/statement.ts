import type { StatementLine } from '../../../../src/methods/index.ts';
import type { Book, Fields } from '../../../../src/methods/providers/http-rail/index.ts';
import {
  amountOf,
  ASSET,
  fieldsOf,
  listOf,
  optionalText,
  textOf,
  timeOf,
  Unreadable,
  type TernClient,
} from './client.ts';
import { depositOf } from './pay-ins.ts';
import { ids, type Payments } from './payments.ts';

interface Entry {
  id: string;
  at: Date;
  fields: Fields;
}

/** Tern's ledger, of which each entry has what is needed to tell it. */
export function bookOf(client: TernClient, payments: Payments): Book<Entry> {
  const read = async (order: 'asc' | 'desc', after: string | undefined, signal: AbortSignal) => {
    const query = new URLSearchParams({ order, limit: '100', ...(after !== undefined && { after }) });
    const page = await client.get(`/ledger?${query.toString()}`, 'ledger', signal, { isBackground: true });
    const entries = listOf(page['entries'], 'entries').map((fields) => ({
      ...{ id: textOf(fields, 'id'), at: timeOf(fields, 'booked_at'), fields },
    }));
    return { entries, isLast: page['has_more'] === false };
  };
  return {
    before: (id, signal) => read('desc', id, signal),
    after: (id, signal) => read('asc', id, signal),
    async toLines(entries) {
      const lines: StatementLine[] = [];
      for (const entry of entries) lines.push(...(await linesOf(payments, entry)));
      return lines;
    },
  };
}

/** A payment that came back before it was told as done has moved nothing: neither it nor its return is a line. */
async function linesOf(payments: Payments, { at, fields }: Entry): Promise<StatementLine[]> {
  const type = textOf(fields, 'type');
  if (type === 'deposit') {
    const deposit = depositOf(fieldsOf(fields['deposit'], 'deposit'));
    const { providerReference: reference, asset, amount } = deposit;
    return [{ kind: 'deposit', reference, asset, amount, at, deposit }];
  }
  // An entry that is not documented would hide money that moved.
  if (type !== 'payment' && type !== 'return') throw new Unreadable('an entry of the ledger');
  const payment = fieldsOf(fields['payment'], 'payment');
  const returned = await payments.findReturn(payment);
  if (payment['state'] === 'returned' && !returned) return [];
  const [reference, amount] = [textOf(payment, 'id'), amountOf(payment, 'amount')];
  if (type === 'return' && returned)
    return [{ kind: 'return', reference: returned.returnReference, asset: ASSET, amount, at, returned }];
  const kind = ids.purposeOf(optionalText(payment, 'client_id')) ?? 'pay_out';
  return [{ kind, reference, asset: ASSET, amount: amount.negated(), at }];
}
