import { deterministicHex } from '../../../lib/ids.ts';
import {
  clabeCheckDigit,
  type IssuedInstructions,
  type PaymentUriRequest,
  type AnyAmountRequest,
  toChecksumAddress,
  transferUri,
} from '../../index.ts';

/** The chain id of local development nodes, so that real money cannot be sent to a simulated address. */
const CHAIN_ID = 31_337;
const TOKEN_DECIMALS = 6;
const BANK = '646';
const CITY = '180';
const HOLDER = 'Payments Account API';

/** Derives the instructions from the key, so that a retry gets the same account or address, as with a real provider. */
export function instructionsFor(request: AnyAmountRequest): IssuedInstructions {
  const seed = deterministicHex('instructions', request.idempotencyKey, request.method);
  switch (request.kind) {
    case 'clabe':
      return clabeInstructions(seed);
    case 'bank':
      return bankInstructions(seed);
    case 'key':
      return keyInstructions(seed);
    case 'on_chain':
      return addressInstructions(seed, request.network ?? '');
  }
}

function clabeInstructions(seed: string): IssuedInstructions {
  const account = BANK + CITY + digits(seed, 0, 11);
  const clabe = account + clabeCheckDigit(account);
  const reference = digits(seed, 11, 7);
  return {
    instructions: { clabe, reference, bank: { name: 'Simulator Bank', account_name: HOLDER } },
    destination: clabe,
    reference,
    expiresAt: null,
  };
}

function bankInstructions(seed: string): IssuedInstructions {
  const accountNumber = digits(seed, 0, 12);
  const reference = `PAY${digits(seed, 12, 9)}`;
  const bank = {
    name: 'Simulator Bank',
    account_number: accountNumber,
    routing_number: '101019644',
    account_name: HOLDER,
    address: '1801 Main Street, Kansas City, MO 64108',
  };
  return { instructions: { bank, reference }, destination: accountNumber, reference, expiresAt: null };
}

function keyInstructions(seed: string): IssuedInstructions {
  const reference = `@pay${digits(seed, 0, 14)}`;
  return {
    instructions: { reference, bank: { name: 'Bre-B', account_name: HOLDER } },
    destination: reference,
    reference,
    expiresAt: null,
  };
}

function addressInstructions(seed: string, network: string): IssuedInstructions {
  const address = toChecksumAddress(`0x${seed.slice(0, 40)}`);
  return { instructions: { address, network }, destination: address, reference: null, expiresAt: null };
}

/** Requests a token that does not exist. */
export function paymentUriFor({ asset, network, address, amount }: PaymentUriRequest): string | undefined {
  const units = amount.shiftedBy(TOKEN_DECIMALS);
  if (!units.isInteger()) return undefined;
  const contract = `0x${deterministicHex('token', asset, network).slice(0, 40)}`;
  return transferUri({ contract, chainId: CHAIN_ID, units: BigInt(units.toFixed()), address });
}

/** `count` decimal digits derived from the hexadecimal seed, starting at `from`. */
function digits(seed: string, from: number, count: number): string {
  const number = BigInt(`0x${seed}`).toString().padStart(78, '0');
  return number.slice(20 + from, 20 + from + count);
}
