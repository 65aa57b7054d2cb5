import type { Schemas } from '../contract/index.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Customer } from './repository.ts';

export function viewCustomer(customer: Customer): Schemas['Customer'] {
  return {
    object: 'customer',
    id: customer.id,
    name: customer.name,
    email: customer.email,
    tax_id: customer.taxId,
    reference: customer.reference,
    language: customer.language,
    metadata: customer.metadata,
    created_at: formatTimestamp(customer.createdAt),
    updated_at: formatTimestamp(customer.updatedAt),
  };
}
