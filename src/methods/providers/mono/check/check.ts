import {
  adviser,
  fine,
  neverMade,
  readable,
  runChecks,
  wrong,
  type CheckedCall,
  type Probe,
} from '../../http-rail/index.ts';
import { getAccount } from '../client/account.ts';
import type { MonoClient } from '../client/client.ts';
import { amountOf, ASSET, optionalText, reader } from '../client/fields.ts';
import { readPage, type List } from '../client/lists.ts';
import { ATTEMPTS } from '../pay-ins/attempts.ts';
import { COLLECTIONS } from '../pay-ins/collections.ts';
import { listTransfers, TRANSFERS } from '../transfers/api.ts';
import { externalIdOf } from '../transfers/rail.ts';

interface Access {
  client: MonoClient;
  receivingAccount: string;
  sendingAccount: string;
  /** The URL for Mono's webhooks; undefined if only the host's proxy knows it. */
  noticesUrl: string | undefined;
}

/** Makes the calls of the checklist in docs/rails/mono.md that change nothing. */
export function checkMono(access: Access): Promise<CheckedCall[]> {
  return runChecks(probesOf(access), adviceFor);
}

function probesOf({ client, receivingAccount, sendingAccount, noticesUrl }: Access): Probe[] {
  const balanceOf = (id: string, role: string): Probe => [
    `GET /tenant/accounts/{id} (${role})`,
    async (signal) => {
      const balance = amountOf(await getAccount(client, id, signal), 'balance');
      return fine(`${role} account; balance: ${balance.toFixed(2)} ${ASSET}`);
    },
  ];
  const page = async (list: List, query: Record<string, string>, signal: AbortSignal) =>
    (await readPage(client, list, { query, pageSize: 10 }, signal)).entries;
  // An unused id in the form of ours.
  const unknown = externalIdOf('pay_out', 'check');

  return [
    [
      'GET /tenant/accounts?role=all',
      async (signal) => {
        const found = await client.list('/api/v1/tenant/accounts?role=all', 'accounts', signal);
        const rolesOf = (id: string): string => {
          const account = found.find((one) => one['id'] === id);
          return account ? (optionalText(account, 'role') ?? 'no role') : 'not listed';
        };
        return fine(
          `client accepted; receiving: ${rolesOf(receivingAccount)}, sending: ${rolesOf(sendingAccount)}`,
        );
      },
    ],
    balanceOf(receivingAccount, 'receiving'),
    ...(sendingAccount === receivingAccount ? [] : [balanceOf(sendingAccount, 'sending')]),
    [
      'GET /collections?external_id=',
      neverMade(reader, 'external_id', 'take no payments', (signal) =>
        page(COLLECTIONS, { external_id: unknown }, signal),
      ),
    ],
    ['GET /collections/attempts', readable(reader, (signal) => page(ATTEMPTS, {}, signal), 'inserted_at')],
    ['GET /outgoing_transfers', readable(reader, (signal) => page(TRANSFERS, {}, signal), 'inserted_at')],
    [
      'GET /outgoing_transfers?external_id=',
      neverMade(reader, 'external_id', 'send no money', (signal) => listTransfers(client, unknown, signal)),
    ],
    [
      'webhooks',
      () =>
        Promise.resolve(
          noticesUrl === undefined
            ? wrong('Set BASE_URL: it says where Mono must send its webhooks.')
            : fine(`no call shows them: in Mono's dashboard, they must go to ${noticesUrl}`),
        ),
    ],
  ];
}

const adviceFor = adviser(reader, 'MONO_BASE_URL', ({ code, status }) => {
  if (code === 'invalid_client') return 'Check MONO_CLIENT_ID and MONO_CLIENT_SECRET: each host has its own.';
  if (status === 403) return 'Ask Mono for the scope, or the product, that this call needs.';
  if (code === 'tenant_account_not_found') return 'Check MONO_RECEIVING_ACCOUNT and MONO_SENDING_ACCOUNT.';
  return undefined;
});
