import { isId, parseRequestId } from '../lib/ids.ts';
import { parseRequestAmount } from '../lib/money.ts';
import { destinationKey } from '../methods/index.ts';
import { readTypedAmount } from '../pages/index.ts';

/** A search term, and what it can be by its form; each kind that it cannot be is undefined. */
export interface SearchTerm {
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

/** All of `text` is one term; more than that is words. An amount without its asset is read as one of `currency`. */
export function recognize(text: string, currency: string | undefined): SearchTerm {
  const requestId = text.toLowerCase();
  const request = parseRequestId(requestId);
  return {
    text,
    code: codeIn(text),
    id: isId(text) ? text.toLowerCase() : undefined,
    eventId: /^evt_\w{1,60}$/.test(text) ? text : undefined,
    request: request && { requestId, ...request },
    amount: amountIn(text, currency),
    mark: markIn(text),
  };
}

/** With or without dashes and PL, in either case: PL-XXXX-XXXX-XXXX. Without PL, only a whole one. */
function codeIn(text: string): string | undefined {
  const compact = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const [, blocks] = /^PL([A-Z0-9]{1,12})$/.exec(compact) ?? /^([A-Z0-9]{12})$/.exec(compact) ?? [];
  return blocks && ['PL', ...(blocks.match(/.{1,4}/g) ?? [])].join('-');
}

const ASSET = /^[A-Z]{3,5} | [A-Z]{3,5}$/i;

/** As people type it, also with its sign or its asset. Undefined for text with two readings. */
function amountIn(text: string, currency: string | undefined): string | undefined {
  const unsigned = text.replace(/^[+−-] ?/, '');
  const [asset] = ASSET.exec(unsigned) ?? [];
  const typed = readTypedAmount(unsigned.replace(ASSET, ''), asset?.trim().toUpperCase() ?? currency);
  const amount = 'amount' in typed ? parseRequestAmount(typed.amount) : undefined;
  return amount && !amount.isZero() ? amount.toFixed() : undefined;
}

function markIn(text: string): string | undefined {
  // The text has only digits, or has blocks of four as an IBAN or a creditor reference.
  const isGrouped = /^[\d -]+$/.test(text) || /^[A-Z]{2}\d{2}( [A-Z0-9]{1,4})+$/i.test(text);
  const mark = isGrouped ? text.replaceAll(/[ -]/g, '') : text;
  return /^\S+$/.test(mark) ? destinationKey(mark) : undefined;
}
