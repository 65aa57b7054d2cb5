import { isEmailAddress } from '../accounts/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import { mergeMetadata } from '../lib/metadata.ts';
import { eraseNotes } from '../team-notes/index.ts';
import * as repository from './repository.ts';
import { parseTaxId } from './tax-id.ts';

const NAME = /^(?=.*\S)\P{Cc}{1,140}$/u;
const MAX_REFERENCE = 255;

/** A customer as a client or a person describes them; null where nothing was given. */
interface CustomerRequest {
  name: string;
  email: string | null;
  /** With or without separators. */
  taxId: string | null;
  /** The account's own id for the customer. */
  reference: string | null;
  language: repository.CustomerLanguage | null;
  metadata: Record<string, string>;
}

/** Undefined leaves a field unchanged; null clears it. A metadata key set to null is removed. */
type CustomerChange = {
  [Field in Exclude<keyof CustomerRequest, 'metadata'>]: CustomerRequest[Field] | undefined;
} & { metadata: Record<string, string | null> | undefined };

/**
 * Throws `invalid_request` naming a field that cannot be one, such as an address with a name, and fails the transaction with
 * `customer_reference_taken` if another customer of the account has the reference.
 */
export async function createCustomer(
  trx: Trx,
  accountId: string,
  request: CustomerRequest,
): Promise<repository.Customer> {
  const now = await trx.now;
  const customer = { accountId, id: newId(), createdAt: now, updatedAt: now, ...valid(request) };
  repository.insertCustomer(trx, customer);
  return customer;
}

/** Throws `customer_not_found`, also for another account's customer and for one that was deleted. */
export async function getCustomer(
  on: Queryable,
  accountId: string,
  id: string,
): Promise<repository.Customer> {
  return found(isId(id) ? await repository.findCustomer(on, { accountId, id }) : undefined);
}

/** Throws as `createCustomer` and `getCustomer` do, and `invalid_request` for too much metadata. */
export async function changeCustomer(
  trx: Trx,
  accountId: string,
  id: string,
  change: CustomerChange,
): Promise<repository.Customer> {
  const customer = await lockCustomer(trx, accountId, id);
  const kept = <V>(given: V | undefined, present: V): V => (given === undefined ? present : given);
  const changed = {
    ...customer,
    ...valid({
      name: kept(change.name, customer.name),
      email: kept(change.email, customer.email),
      taxId: kept(change.taxId, customer.taxId),
      reference: kept(change.reference, customer.reference),
      language: kept(change.language, customer.language),
      metadata: change.metadata ? mergeMetadata(customer.metadata, change.metadata) : customer.metadata,
    }),
    updatedAt: await trx.now,
  };
  repository.updateCustomer(trx, changed);
  return changed;
}

/**
 * Erases all that is known of the customer, for good, and frees its reference. The links that name it keep its id (D78).
 * Throws `customer_not_found`.
 */
export async function deleteCustomer(trx: Trx, accountId: string, id: string): Promise<void> {
  await lockCustomer(trx, accountId, id);
  await repository.eraseCustomer(trx, { accountId, id });
  eraseNotes(trx, { accountId, object: 'customer', objectId: id });
}

/**
 * Keeps a customer whom a link will name from being deleted until the transaction ends. Throws `invalid_request` for
 * the field `customer_id` if there is none, also for another account's customer. The path of such a call names the
 * link, so a 404 would say that there is no link.
 */
export async function holdCustomer(trx: Trx, accountId: string, id: string): Promise<void> {
  if (!isId(id) || !(await repository.shareCustomer(trx, { accountId, id })))
    throw invalidParam('customer_id', 'This account has no customer with this id.');
}

/** Until the transaction ends, nothing else changes or deletes the customer. Throws `customer_not_found`. */
export async function lockCustomer(trx: Trx, accountId: string, id: string): Promise<repository.Customer> {
  return found(isId(id) ? await repository.lockCustomer(trx, { accountId, id }) : undefined);
}

function found<C>(customer: C | undefined): C {
  if (customer === undefined) throw new DomainError('customer_not_found');
  return customer;
}

function valid(request: CustomerRequest): CustomerRequest {
  const { name, email, taxId, reference } = request;
  if (!NAME.test(name))
    throw invalidParam(
      'name',
      'name must have 1 to 140 characters, not blank and without control characters.',
    );
  if (reference !== null && [...reference].length > MAX_REFERENCE)
    throw invalidParam('reference', `reference must have 1 to ${MAX_REFERENCE} characters.`);
  if (email !== null && !isEmailAddress(email))
    throw invalidParam('email', 'email must be an address like ana@example.com.');
  return { ...request, taxId: taxId === null ? null : requireTaxId(taxId) };
}

/** Throws `invalid_request` for what is neither an RFC nor a NIT with its check digit. */
export function requireTaxId(text: string): string {
  const taxId = parseTaxId(text);
  if (taxId === undefined)
    throw invalidParam(
      'tax_id',
      'tax_id must be an RFC like XAXX010101000, or a NIT with its check digit like 890903938-8.',
    );
  return taxId;
}
