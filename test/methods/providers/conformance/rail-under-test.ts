import type { Money } from '../../../../src/lib/money.ts';
import type { MethodKind } from '../../../../src/methods/catalogue.ts';
import type {
  Destination,
  IssuedInstructions,
  Provider,
  RawNotice,
} from '../../../../src/methods/providers/provider.ts';

export interface MethodUnderTest {
  method: string;
  kind: MethodKind;
  network: string | null;
  asset: string;
  /** How many decimals of the asset the rail carries. */
  decimals: number;
  /** What the rail holds it as, at par; by default as itself. */
  heldAs?: string;
}

/** The operations that move money. */
export type Move = 'payOut' | 'refund' | 'convert';

/** What a rail can do, and how its tests can make it misbehave: what it lacks is not tested. */
export interface Traits {
  /** Each takes money in; those with `paysOut` send it out, too. Without one, the rail sends nothing back either. */
  methods: readonly (MethodUnderTest & { paysOut: boolean })[];
  /** The moves that are tried in full, where another suite tries the others; by default all. */
  tried?: readonly Move[];
  /** False where it issues no places: payers pay to those that another rail had issued (`newPlace`). */
  issues?: false;
  /** False where it holds nothing itself. */
  holds?: false;
  /** An exchange of which half a unit and more is possible, when the rail converts. */
  exchange?: { fromAsset: string; fromDecimals: number; toAsset: string };
  /** Whether it tells deposits, returns and pending transfers, or its statement must be read. */
  notices: boolean;
  /** Whether it tells a payer's name as the payer wrote it. */
  namesPayers?: true;
  /** Whether money that was sent out can come back. */
  returns: boolean;
  /** Whether a deposit that was seen can vanish. */
  drops: boolean;
  /** Whether a deposit that was seen can become final as something else. */
  changes: boolean;
  /** What of the deployment's own can be sent to it from another rail, and where to; nothing if it cannot say what arrived. */
  arrivals?: {
    asset: string;
    /** That the rail would hold, and not instead. */
    otherAsset: string;
    /** How many decimals of the asset the rail carries. */
    decimals: number;
    destination: Destination;
    otherDestination: Destination;
    /** Of a transfer that is like no other, as the rail that sends it says it. */
    newReference(): string;
  };
  /** How many lines a page of the statement has at most, when it has pages. */
  pageSize?: number;
}

/** The hooks are those of the rail's own side: what its customers, its network and its staff do. */
export interface RailUnderTest {
  provider: Provider;
  /** Another adapter of the same rail that remembers nothing, as in another process. */
  reopen(): Promise<Provider>;
  /** An adapter whose rail, and whatever else it needs, cannot be reached. */
  unreachable(): Promise<Provider>;
  /** The deployment's clock, by which quotes and places end. */
  now(): Promise<Date>;
  /** A place that another rail had issued. Needed where it issues none itself. */
  newPlace?(method: MethodUnderTest): IssuedInstructions;
  /** A payer sends money to a place. It is only seen until `finalize`, where the rail makes this difference. */
  payIn(
    method: MethodUnderTest,
    place: IssuedInstructions,
    amount: Money,
    /** Where `namesPayers`. */
    payerName?: string,
  ): Promise<PaidIn>;
  /** The same for each amount, where that takes long one by one. Their references. */
  payInMany?(
    method: MethodUnderTest,
    place: IssuedInstructions,
    amounts: readonly Money[],
  ): Promise<string[]>;
  /** Makes everything final that has arrived, and completes everything that was sent out and is not held. */
  finalize(): Promise<void>;
  /** Lets a deposit vanish that was only seen. */
  drop(providerReference: string): Promise<void>;
  /** Lets a deposit that was only seen be of another amount. */
  change?(providerReference: string, amount: Money): Promise<void>;
  /** A destination that nothing was sent to yet. */
  newDestination(method: MethodUnderTest): Destination;
  /** Each amount that arrived at a destination, by the books of whoever received it. */
  sentTo(destination: Destination): Promise<Money[]>;
  /** Money that another rail sent arrives. It is only seen until `finalize`. Needed for `arrivals`. */
  arrive?(sent: SentHere): Promise<void>;
  /** The money of a payout or refund comes back; the notice, when the rail tells of it. */
  sendBack(providerReference: string): Promise<RawNotice | undefined>;
  /** The notice that a pending transfer has moved on, when the rail tells of it. */
  movedOn(providerReference: string): Promise<RawNotice | undefined>;
  /** Keeps pending what is asked for, refuses it, loses the answer, or answers only after a minute; until `heal`. */
  misbehave(move: Move, fault: 'hold' | 'refuse' | 'lose_answer' | 'dawdle'): Promise<void>;
  heal(): Promise<void>;
  /** The same notice, signed by somebody else. */
  forge(notice: RawNotice): RawNotice;
  /** The same notice, sent again later, as the rail repeats it. */
  repeat(notice: RawNotice): RawNotice;
  /** The same notice, signed long ago; undefined when the rail signs no time. */
  age(notice: RawNotice): RawNotice | undefined;
  close(): Promise<void>;
}

export interface SentHere {
  sentReference: string;
  asset: string;
  amount: Money;
  destination: Destination;
}

export interface PaidIn {
  providerReference: string;
  /** Undefined when the rail tells nothing. */
  notice: RawNotice | undefined;
}
