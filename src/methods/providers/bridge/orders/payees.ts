import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import { type Destination, isRoutingNumber, type PostalAddress, ProviderFailure } from '../../../index.ts';
import { isRefusal, isUsedBefore, RailError } from '../../http-rail/index.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, fieldsOf, optionalText, partOf, textOf } from '../client/fields.ts';
import { pagesSince } from '../client/lists.ts';
import { threeLettersOf } from './countries.ts';
import * as repository from './repository.ts';
import { withoutAccents } from '../../../../lib/text/without-accents.ts';

/** The characters and length that Bridge's schema allows for a holder's name on a wire. */
const NAME = /^[ \w!"#$%&'()+,\-./:;<=>?@\\_`~]{3,35}$/;
const STREET = /^.{4,35}$/;
const NUMBER = /^[0-9A-Za-z]{4,17}$/;

/** A US bank account in Bridge's terms; equal content means the same account. */
interface Payee {
  body: { account_owner_name: string; account: { account_number: string; routing_number: string } };
  fingerprint: string;
}

/**
 * Reads a destination. Throws a ProviderFailure of kind `refused` for one that Bridge would not accept. Bridge
 * validates the holder's name and address, so an account without them is refused before any money is reserved.
 */
export function payeeOf(destination: Destination): Payee {
  if (!('bank' in destination)) throw notPayable('Bridge pays US bank accounts only.');
  const { bank } = destination;
  if (!('routing_number' in bank)) throw notPayable('A US bank account needs its routing number.');
  if (!isRoutingNumber(bank.routing_number)) throw notPayable('The routing number is not valid.');
  if (!NUMBER.test(bank.account_number)) throw notPayable('The account number is not one of a US bank.');
  if (bank.holder_type === undefined)
    throw notPayable('Bridge must know whether the holder is an individual or a business.');
  if (!bank.address) throw notPayable("Bridge needs the holder's address.");
  const name = plain(bank.account_name);
  if (!NAME.test(name)) throw notPayable("The holder's name must have 3 to 35 characters of a wire.");
  const body = {
    currency: 'usd',
    account_type: 'us',
    ...(bank.bank_name === undefined ? {} : { bank_name: plain(bank.bank_name) }),
    account_owner_name: name,
    account_owner_type: bank.holder_type,
    ...(bank.holder_type === 'business' ? { business_name: name } : namesOf(name)),
    account: {
      account_number: bank.account_number,
      routing_number: bank.routing_number,
      ...(bank.account_type === undefined ? {} : { checking_or_savings: bank.account_type }),
    },
    address: addressOf(bank.address),
  };
  return { body, fingerprint: deterministicHex('bridge', 'payee', JSON.stringify(body)) };
}

/**
 * Bridge's id of the account, which is registered once. Registering is safe to repeat, because it moves nothing. Throws
 * a ProviderFailure.
 */
export async function knownAs(
  {
    db,
    client,
    customerId,
  }: { db: Pick<Database, 'read' | 'transaction'>; client: BridgeClient; customerId: string },
  { body, fingerprint }: Payee,
  signal: AbortSignal,
): Promise<string> {
  const known = await repository.findPayee(db.read, { fingerprint });
  if (known?.reference) return known.reference;
  await db.transaction((trx) => repository.openPayee(trx, { fingerprint }));
  const path = `/customers/${encodeURIComponent(customerId)}/external_accounts`;
  let reference: string;
  try {
    const made = await client.call({ method: 'POST', path, body, id: `payee ${fingerprint}` }, signal);
    reference = textOf(fieldsOf(made, 'external account'), 'id');
  } catch (error) {
    const isKnown = error instanceof RailError && error.reading.as === 'duplicate';
    if (isRefusal(error)) throw notPayable(error.message);
    if (!isKnown && !isUsedBefore(error)) throw error;
    reference = await find(client, path, body, signal);
  }
  await db.transaction((trx) => repository.keepPayee(trx, { fingerprint, reference }));
  return reference;
}

/** Bridge shows the last four digits only, so two accounts that agree in everything shown cannot be told apart. */
async function find(
  client: BridgeClient,
  path: string,
  body: Payee['body'],
  signal: AbortSignal,
): Promise<string> {
  const { account_number: number, routing_number: routing } = body.account;
  const found = new Map<string, boolean>();
  for await (const page of pagesSince(client, { path, since: new Date(0) }, signal)) {
    for (const one of page) {
      const account = partOf(one, 'account');
      const last4 = optionalText(account, 'last_4') ?? optionalText(one, 'last_4');
      const isSame =
        last4 === number.slice(-4) &&
        optionalText(account, 'routing_number') === routing &&
        optionalText(one, 'account_owner_name') === body.account_owner_name;
      // An inactive account counts too, because it may be the intended one while the other belongs to a different
      // holder.
      if (isSame) found.set(textOf(one, 'id'), one['active'] !== false);
    }
  }
  const [only, ...others] = found;
  if (only && others.length === 0) {
    const [reference, isActive] = only;
    if (isActive) return reference;
    throw new ProviderFailure(
      'unavailable',
      `Bridge has deactivated the external account ${reference}: reactivate it there.`,
    );
  }
  throw new ProviderFailure(
    'unavailable',
    `Bridge knows this bank account already, and ${found.size} of its external accounts may be it: delete all but the right one there.`,
  );
}

function namesOf(name: string): Fields {
  const [first = '', ...rest] = name.split(' ');
  if (rest.length === 0) throw notPayable("Bridge needs an individual's first and last name.");
  return { first_name: first, last_name: rest.join(' ') };
}

function addressOf(address: PostalAddress): Fields {
  const street = plain(address.street);
  const country = threeLettersOf(address.country);
  if (!STREET.test(street)) throw notPayable('The street of the address must have 4 to 35 characters.');
  if (country === undefined) throw notPayable('The country of the address is unknown.');
  const isUs = country === 'USA';
  if (isUs && (address.state === undefined || address.postal_code === undefined))
    throw notPayable('An address in the US needs its state and postal code.');
  return {
    street_line_1: street,
    city: plain(address.city),
    ...(address.state === undefined ? {} : { state: address.state }),
    ...(address.postal_code === undefined ? {} : { postal_code: address.postal_code }),
    country,
  };
}

/** Wires carry no accents. */
function plain(text: string): string {
  return withoutAccents(text).replace(/\s+/g, ' ').trim();
}

function notPayable(message: string): ProviderFailure {
  return new ProviderFailure('refused', message, { reason: 'INVALID_DESTINATION' });
}
