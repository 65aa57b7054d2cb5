import type { MethodKind } from '../catalogue.ts';

/** Where and how the payer sends the money, in the contract's words (D1). */
export interface Instructions {
  clabe?: string;
  address?: string;
  network?: string;
  reference?: string;
  bank?: {
    name: string;
    account_number?: string;
    routing_number?: string;
    account_name?: string;
    address?: string;
  };
}

export interface IssuedInstructions {
  instructions: Instructions;
  /** What an incoming deposit names: a CLABE, an account number, a key or an address. */
  destination: string;
  reference: string | null;
}

/** The port behind which the payment rails are. Every call carries a key: the same key, the same outcome. */
export interface Provider {
  readonly name: string;
  issueInstructions(request: {
    idempotencyKey: string;
    method: string;
    kind: MethodKind;
    network: string | null;
  }): Promise<IssuedInstructions>;
}
