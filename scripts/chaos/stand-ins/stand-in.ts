import type { Money } from '../../../src/lib/money.ts';
import type { DestinationParts } from '../../../src/treasury/destination.ts';
import type { Chance } from '../chance.ts';
import type { Offer } from '../payers.ts';

/** A provider's own record of a payment or a payout. */
export interface Moved {
  reference: string;
  amount: Money;
}

/** A provider's stand-in, with all that can go wrong at it. */
export interface StandIn {
  provider: 'bridge' | 'mono';
  method: string;
  /** Of the links and the payouts. */
  currency: string;
  /** The amount of the first link, from which payouts are made. */
  funds: string;
  amounts: readonly string[];
  /** How many people there are: as many as its limit of calls allows. */
  writers: number;
  /** Of a payout; each has an amount of its own. */
  payout: string;
  /** The smallest part that differs. */
  unit: string;
  environment: Record<string, string>;
  /** Has notices sent to an address. */
  subscribe(url: string): Promise<void>;
  destination(chance: Chance): DestinationParts;
  /** A payer pays; whether the money is to arrive. */
  pay(offer: Offer & { reference: string }, amount: Money, chance: Chance): Promise<boolean> | boolean;
  misbehave(chance: Chance): void;
  /** Nothing goes wrong any more, and what was held goes on. */
  bringPeace(): void;
  /** Payouts that were carried out come back, some days later. Returns how many. */
  returnSome(chance: Chance): number;
  noticesAtRest(): Promise<void>;
  /** Makes due now what the service would watch for weeks. */
  hasten: string;
  /** The arrivals, and the outcomes of the payouts by reference. */
  arrived(): Moved[];
  sent(): (Moved & { outcome: 'out' | 'back' | 'under way' })[];
  /** The accounts' money that is held there. */
  balance(): Money;
  faults(): string[];
  close(): Promise<void>;
}

export interface Link {
  code: string;
  due: Money;
  /** How often exactly what was due has been sent to it. */
  paid: number;
}

export interface People {
  links: Link[];
  counts: Record<string, number>;
}
