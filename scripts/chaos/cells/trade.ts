import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../../test/support/client.ts';
import type { Chance } from '../chance.ts';
import { createLink, get, payLink, type Calls, type Shop } from './shop.ts';

const PAUSE_MS = 100;
const PAID_SHARE = 0.4;
/** What ends no call: the cell is away, the account moves, or another call with its key is at work. */
const NOT_FINAL: ReadonlySet<number> = new Set([0, 409, 429, 500, 503]);

/** From when to when something happened, in milliseconds of this process. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** A link that a shop was told to have, and its payment where it was told of one. */
export interface Order {
  reference: string;
  created: Span;
  paid: Span | undefined;
}

interface Refusal extends Span {
  what: string;
  /** When the link was created that the call is about. */
  created: Span | undefined;
}

/** What a shop was told. */
export interface Trade {
  orders: Order[];
  /** What it was told that is final, and no success. */
  refused: Refusal[];
}

/** Creates links one after the other and has some of them paid, each repeated with its key until there is a final answer. */
export async function trade(
  shop: Shop,
  { agent, urls }: Calls,
  { refused, orders }: Trade,
  { isOver, chance }: { isOver: () => boolean; chance: Chance },
): Promise<void> {
  const call = async (make: (url: string, key: string) => Promise<Answer>, created?: Span) => {
    const key = randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      const fromMs = performance.now();
      const answer = await make(urls[attempt % urls.length] ?? '', key).catch(() => undefined);
      const status = answer?.status ?? 0;
      const span = { fromMs, toMs: performance.now() };
      await delay(PAUSE_MS);
      if (status === 201) return { body: answer?.body, span };
      if (!NOT_FINAL.has(status)) refused.push({ ...span, created, what: `${status} ${answer?.text}` });
      if (!NOT_FINAL.has(status) || isOver()) return undefined;
    }
  };
  while (!isOver()) {
    const reference = randomUUID();
    const created = await call((url, key) => createLink(url, shop, agent, { key, reference }));
    if (!created) continue;
    const order: Order = { reference, created: created.span, paid: undefined };
    orders.push(order);
    if (!chance.happens(PAID_SHARE)) continue;
    const { code } = created.body as { code: string };
    order.paid = (await call((url, key) => payLink(url, shop, agent, { code, key }), order.created))?.span;
  }
}

/** What is not as a shop was told, apart from what may have been lost. */
export async function findUntrue(
  shop: Shop,
  { agent, urls }: Calls,
  { orders, refused }: Trade,
  mayBeLost: (told: Span) => boolean,
): Promise<string[]> {
  const faults = refused
    .filter((one) => !mayBeLost(one) && !(one.created && mayBeLost(one.created)))
    .map(({ what }) => `a call of a shop got ${what}`);
  for (const { reference, created, paid } of orders) {
    const path = `/v1/payment_links?reference=${reference}`;
    const { body } = await get(urls[0] ?? '', path, shop, agent);
    const links = (body as { data?: { status: string }[] } | undefined)?.data ?? [];
    if (links.length > 1 || (links.length === 0 && !mayBeLost(created)))
      faults.push(`of order ${reference} there are ${links.length} links`);
    const [link] = links;
    if (link && paid && link.status !== 'paid' && !mayBeLost(paid))
      faults.push(`order ${reference} was paid, and is ${link.status}`);
  }
  return faults;
}
