import type { Client } from '../support/client.ts';

/** Creates a customer, who has only a name unless more is given. */
export async function createCustomer(api: Client, fields: object = {}): Promise<any> {
  const { status, body } = await api.post('/v1/customers', { name: 'Ana Ruiz', ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
