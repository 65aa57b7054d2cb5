import { randomInt } from 'node:crypto';
import type { Money } from '../../../src/lib/money.ts';
import { clabeCheckDigit } from '../../../src/methods/clabe.ts';

/** A SPEI transfer on its way to a CLABE. */
export interface Transfer {
  clabe: string;
  amount: Money;
  senderName: string;
  senderClabe: string;
  /** The sender's RFC or CURP. */
  senderId: string;
  tracking: string;
  concept: string;
  reference: string;
  /** Whether it stays pending after its arrival, until it is settled. */
  isHeld: boolean;
  /** Of a withdrawal from Bitso itself. */
  wid?: string;
}

export type Arrival = { credited: true; fid: string | null } | { credited: false; reason: string };

interface Place {
  /** Takes a transfer in, or sends it back where it came from. */
  receive(transfer: Transfer): Arrival;
}

/** Bank 710 is Nvio, where all CLABEs of Bitso and Juno are. */
const PREFIX = '710969';

export function createClabes() {
  const places = new Map<string, Place>();
  // So that a server that was started again does not give out the same ones.
  let serial = randomInt(1_000_000_000);

  return {
    issue(place: Place): string {
      const digits = PREFIX + String(serial++).padStart(11, '0');
      const clabe = digits + clabeCheckDigit(digits);
      places.set(clabe, place);
      return clabe;
    },
    reassign: (clabe: string, place: Place) => void places.set(clabe, place),
    has: (clabe: string) => places.has(clabe),
    send(transfer: Transfer): Arrival {
      const place = places.get(transfer.clabe);
      return place ? place.receive(transfer) : { credited: false, reason: 'There is no such CLABE.' };
    },
  };
}

export type Clabes = ReturnType<typeof createClabes>;

/** The first three digits of a CLABE, as the five-digit code of the bank that SPEI uses. */
export function bankOf(clabe: string): number {
  return Number(`${clabe.startsWith('710') ? '90' : '40'}${clabe.slice(0, 3) || '000'}`);
}
