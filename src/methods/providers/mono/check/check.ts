import { ProviderFailure } from '../../../index.ts';
import { getAccount } from '../client/account.ts';
import type { MonoClient } from '../client/client.ts';
import { MonoError } from '../client/errors.ts';
import { amountOf, ASSET, listOf, optionalText, textOf } from '../client/fields.ts';
import { readPage } from '../client/lists.ts';
import { ATTEMPTS_PATH } from '../pay-ins/attempts.ts';
import { COLLECTIONS_PATH } from '../pay-ins/collections.ts';
import { listTransfers, TRANSFERS_PATH } from '../transfers/api.ts';
import { externalIdOf } from '../transfers/external-ids.ts';

/** One call of the checklist in docs/rails/mono.md. */
export interface CheckedCall {
  call: string;
  ok: boolean;
  /** What it showed, or what to do. */
  says: string;
}

interface Access {
  client: MonoClient;
  receivingAccount: string;
  sendingAccount: string;
  /** Where Mono is to send webhooks; undefined if only the host's proxy knows. */
  noticesUrl: string | undefined;
}

type Probe = [call: string, probe: (signal: AbortSignal) => Promise<Omit<CheckedCall, 'call'>>];

const TIMEOUT_MS = 10_000;

const fine = (says: string) => ({ ok: true, says });
const wrong = (says: string) => ({ ok: false, says });

/** Makes the calls of the checklist that change nothing, one after the other. A call that fails says what to do. */
export async function checkMono(access: Access): Promise<CheckedCall[]> {
  const checked: CheckedCall[] = [];
  for (const [call, probe] of probesOf(access)) {
    try {
      checked.push({ call, ...(await probe(AbortSignal.timeout(TIMEOUT_MS))) });
    } catch (error) {
      checked.push({ call, ...wrong(adviceFor(error)) });
    }
  }
  return checked;
}

function probesOf({ client, receivingAccount, sendingAccount, noticesUrl }: Access): Probe[] {
  const balanceOf = (id: string, role: string): Probe => [
    `GET /tenant/accounts/{id} (${role})`,
    async (signal) => {
      const balance = amountOf(await getAccount(client, id, signal), 'balance');
      return fine(`${role} account; balance: ${balance.toFixed(2)} ${ASSET}`);
    },
  ];
  const page = (path: string, name: string, query: Record<string, string>, signal: AbortSignal) =>
    readPage(client, { path, name, query, page: 1, pageSize: 10 }, signal);
  // An id that nobody has used, in the form of ours.
  const unknown = externalIdOf('pay_out', 'check');

  return [
    [
      'GET /tenant/accounts?role=all',
      async (signal) => {
        const path = '/api/v1/tenant/accounts?role=all';
        const found = listOf(await client.call({ method: 'GET', path }, signal), 'accounts');
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
      async (signal) => {
        const { entries } = await page(COLLECTIONS_PATH, 'collections', { external_id: unknown }, signal);
        return entries.length === 0
          ? fine('an unknown external_id gets an empty list')
          : wrong('An id that was never used was found: take no payments before Mono explains it.');
      },
    ],
    [
      'GET /collections/attempts',
      async (signal) => {
        const { entries } = await page(ATTEMPTS_PATH, 'attempts', {}, signal);
        for (const attempt of entries) textOf(attempt, 'inserted_at');
        return fine(entries.length > 0 ? 'readable' : 'readable; empty so far');
      },
    ],
    [
      'GET /outgoing_transfers',
      async (signal) => {
        const { entries } = await page(TRANSFERS_PATH, 'transfers', {}, signal);
        for (const transfer of entries) textOf(transfer, 'inserted_at');
        return fine(entries.length > 0 ? 'readable' : 'readable; empty so far');
      },
    ],
    [
      'GET /outgoing_transfers?external_id=',
      async (signal) =>
        (await listTransfers(client, unknown, signal)).length === 0
          ? fine('an unknown external_id gets an empty list')
          : wrong('An id that was never used was found: send no money before Mono explains it.'),
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

/** What the operator can do about a call that failed. Quotes nothing that Mono wrote but its codes. */
function adviceFor(error: unknown): string {
  if (!(error instanceof ProviderFailure)) throw error;
  if (!(error instanceof MonoError))
    return `${error.message} Check MONO_BASE_URL, and that this host may open connections to it.`;
  return `${error.message} ${adviceByCode(error)}`;
}

function adviceByCode({ code, status, reading, logId }: MonoError): string {
  if (code === 'invalid_client') return 'Check MONO_CLIENT_ID and MONO_CLIENT_SECRET: each host has its own.';
  if (status === 403) return 'Ask Mono for the scope, or the product, that this call needs.';
  if (reading === 'too_many') return 'Wait, and find out what else calls with this client.';
  if (code === 'tenant_account_not_found') return 'Check MONO_RECEIVING_ACCOUNT and MONO_SENDING_ACCOUNT.';
  if (status >= 500) return 'Try again later.';
  return `Ask Mono, with this code${logId === undefined ? '' : ` and ${logId}`}.`;
}
