import { isId, parseRequestId } from '../../lib/ids.ts';
import { parseRequestAmount } from '../../lib/money.ts';
import { destinationKey } from '../../methods/index.ts';

/** What somebody has typed, and what it can be by its form: each part that it cannot be is undefined. */
export interface Sought {
  text: string;
  /** A payment link's code or its beginning, as codes are written. */
  code: string | undefined;
  /** The id of any object. */
  id: string | undefined;
  eventId: string | undefined;
  request: { requestId: string; id: string; createdAt: Date } | undefined;
  amount: string | undefined;
  /** A CLABE, an account, an address, a reference, a tracking key or a hash, without the spaces that people group it by. */
  mark: string | undefined;
}

/** All of `text` is one thing: whoever types more means words. */
export function recognize(text: string): Sought {
  const requestId = text.toLowerCase();
  const request = parseRequestId(requestId);
  return {
    text,
    code: codeIn(text),
    id: isId(text) ? text.toLowerCase() : undefined,
    eventId: /^evt_\w{1,60}$/.test(text) ? text : undefined,
    request: request && { requestId, ...request },
    amount: amountIn(text),
    mark: markIn(text),
  };
}

/** With or without dashes and PL, in either case: PL-XXXX-XXXX-XXXX. Without PL, only a whole one. */
function codeIn(text: string): string | undefined {
  const compact = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const [, blocks] = /^PL([A-Z0-9]{1,12})$/.exec(compact) ?? /^([A-Z0-9]{12})$/.exec(compact) ?? [];
  return blocks && ['PL', ...(blocks.match(/.{1,4}/g) ?? [])].join('-');
}

/**
 * An amount, with or without its sign, currency or asset, and with its digits grouped as in Mexico, the United States or
 * Colombia. What stands last is the decimal separator, unless three digits follow a comma: 1,234 and 1.234,50 are grouped,
 * 1.234 is not.
 */
function amountIn(text: string): string | undefined {
  const [, digits = ''] = /^[+−-]? ?\$? ?(?:[A-Z]{3,5} )?(\d[\d.,]*)(?: [A-Z]{3,5})?$/i.exec(text) ?? [];
  const plain = isGroupedBy(',', digits)
    ? digits.replaceAll(',', '')
    : isGroupedBy('.', digits) || /^\d+,\d{1,2}$/.test(digits)
      ? digits.replaceAll('.', '').replace(',', '.')
      : digits;
  const amount = parseRequestAmount(plain);
  return amount && !amount.isZero() ? amount.toFixed() : undefined;
}

function isGroupedBy(separator: ',' | '.', digits: string): boolean {
  return separator === ','
    ? /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)
    : /^\d{1,3}(\.\d{3})+,\d+$/.test(digits) || /^\d{1,3}(\.\d{3}){2,}$/.test(digits);
}

function markIn(text: string): string | undefined {
  // Of digits, or of blocks of four as an IBAN or a creditor reference.
  const isGrouped = /^[\d -]+$/.test(text) || /^[A-Z]{2}\d{2}( [A-Z0-9]{1,4})+$/i.test(text);
  const mark = isGrouped ? text.replaceAll(/[ -]/g, '') : text;
  return /^\S+$/.test(mark) ? destinationKey(mark) : undefined;
}
