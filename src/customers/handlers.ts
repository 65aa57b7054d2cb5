import type { Handlers, OperationInput } from '../contract/index.ts';
import type { Database } from '../db/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import { type CustomerFilters, listCustomers } from './repository.ts';
import { changeCustomer, createCustomer, deleteCustomer, getCustomer, requireTaxId } from './service.ts';
import { viewCustomer } from './view.ts';

type CustomerHandlers = Pick<
  Handlers,
  'createCustomer' | 'listCustomers' | 'getCustomer' | 'updateCustomer' | 'deleteCustomer'
>;

export function customerHandlers(options: {
  db: Pick<Database, 'read' | 'listRead'>;
  cursors: CursorCodec;
}): CustomerHandlers {
  const { db, cursors } = options;
  return {
    createCustomer:
      ({ caller, body }) =>
      async (trx) => {
        const customer = await createCustomer(trx, caller.accountId, {
          name: body.name,
          email: body.email ?? null,
          taxId: body.tax_id ?? null,
          reference: body.reference ?? null,
          language: body.language ?? null,
          metadata: body.metadata ?? {},
        });
        return {
          status: 201,
          headers: { Location: `/v1/customers/${customer.id}` },
          body: viewCustomer(customer),
        };
      },

    async listCustomers({ caller: { accountId }, query }) {
      const filters = toFilters(query);
      const body = await cursors.list({ accountId, list: 'customers', filters }, query, {
        read: (range) => listCustomers(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
        idOf: (row) => row.id,
        view: viewCustomer,
      });
      return { status: 200, body };
    },

    async getCustomer({ caller, path }) {
      return { status: 200, body: viewCustomer(await getCustomer(db.read, caller.accountId, path.id)) };
    },

    updateCustomer:
      ({ caller, path, body }) =>
      async (trx) => {
        const customer = await changeCustomer(trx, caller.accountId, path.id, {
          name: body.name,
          email: body.email,
          taxId: body.tax_id,
          reference: body.reference,
          language: body.language,
          metadata: body.metadata,
        });
        return { status: 200, body: viewCustomer(customer) };
      },

    deleteCustomer:
      ({ caller, path }) =>
      async (trx) => {
        await deleteCustomer(trx, caller.accountId, path.id);
        return { status: 204 };
      },
  };
}

function toFilters(query: OperationInput<'listCustomers'>['query']): CustomerFilters {
  const { email, reference, tax_id: taxId, created_after, created_before } = query;
  return {
    email,
    reference,
    taxId: taxId === undefined ? undefined : requireTaxId(taxId),
    text: undefined,
    createdAfter: parseOptionalTimestamp('created_after', created_after),
    createdBefore: parseOptionalTimestamp('created_before', created_before),
  };
}
