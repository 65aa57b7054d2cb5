import { createAccount } from '../accounts/index.ts';
import type { Foundation } from './foundation.ts';
import {
  type ApiKeyParts,
  DEFAULT_MONEY_OPERATIONS_PER_DAY,
  DEFAULT_REQUESTS_PER_MINUTE,
  formatApiKey,
  MAX_MONEY_OPERATIONS_PER_DAY,
  MAX_REQUESTS_PER_MINUTE,
  ALL_SCOPES,
  type NewCredential,
  SCOPES,
} from '../credentials/index.ts';
import { money } from '../lib/money.ts';
import { createApiRefunds } from '../treasury/index.ts';
import { command, query, sql, type Trx, type Tables } from '../db/index.ts';
import { UNCLAIMED_ACCOUNT_ID } from '../deposits/index.ts';
import { HOUSE_ACCOUNT_ID } from '../ledger/index.ts';
import { CURRENT_VERSION } from '../contract/index.ts';
import { OPERATOR } from '../audit-log/index.ts';
import { createPeople } from '../people/index.ts';

const DEMO_LOCK = 7_262_027;

const lock = command.run<Record<string, never>>('demo.lock', () =>
  sql.select(sql.raw('pg_advisory_xact_lock(?)', [DEMO_LOCK])),
);
// By id, because ids grow with time.
const firstAccount = query.first<Record<string, never>, Pick<Tables['accounts'], 'id' | 'name'>>(
  'demo.first_account',
  () =>
    sql('accounts')
      .whereNotIn('id', [UNCLAIMED_ACCOUNT_ID, HOUSE_ACCOUNT_ID])
      .orderBy('id')
      .select('id', 'name')
      .limit(1),
);

const DEMO = 'Demo';
const OWNER = { email: 'demo@example.com', name: 'Demo Owner', role: 'owner', byMail: false } as const;

export interface DemoAccount {
  accountId: string;
  /** Shown only once; undefined when an earlier start created the account. */
  apiKey: string | undefined;
  /** A one-time link to its panel; undefined where none is served. */
  signInUrl: string | undefined;
}

/**
 * Creates a demo account and its owner on a deployment that has no account yet. Otherwise finds the existing demo account;
 * undefined if there is none.
 */
export function createDemoAccount(
  foundation: Foundation,
  panelBaseUrl: string | undefined,
): Promise<DemoAccount | undefined> {
  return foundation.db.transaction(async (trx) => {
    // Two simultaneous first starts must create only one demo account.
    await lock(trx);
    const first = await firstAccount(trx);
    if (first) {
      const isDemo = first.name === companyName(DEMO);
      return isDemo ? { accountId: first.id, apiKey: undefined, signInUrl: undefined } : undefined;
    }
    return openAccount(trx, foundation, panelBaseUrl, {
      name: DEMO,
      scopes: ALL_SCOPES,
      requestsPerMinute: DEFAULT_REQUESTS_PER_MINUTE,
      moneyOperationsPerDay: DEFAULT_MONEY_OPERATIONS_PER_DAY,
    });
  });
}

/** More than any test refunds. */
const SANDBOX_REFUNDS = { currency: 'MXN', amount: money('999999999999') };

/**
 * The account of a sandbox, with limits that no test reaches and refunds by API. It is the key's account, or a new one
 * for a new key.
 */
export async function createSandboxAccount(
  foundation: Foundation,
  panelBaseUrl: string | undefined,
  apiKey: ApiKeyParts | undefined,
): Promise<DemoAccount> {
  const text = apiKey && formatApiKey(apiKey);
  const known = text === undefined ? undefined : await foundation.credentials.authenticate(text, '127.0.0.1');
  if (text !== undefined && known) return { accountId: known.accountId, apiKey: text, signInUrl: undefined };
  return foundation.db.transaction(async (trx) => {
    const account = await openAccount(trx, foundation, panelBaseUrl, {
      name: 'Sandbox',
      apiKey,
      scopes: SCOPES,
      requestsPerMinute: MAX_REQUESTS_PER_MINUTE,
      moneyOperationsPerDay: MAX_MONEY_OPERATIONS_PER_DAY,
    });
    const apiRefunds = createApiRefunds({ panelUrl: () => `${panelBaseUrl ?? ''}/panel` });
    await apiRefunds.set(trx, account.accountId, OPERATOR, SANDBOX_REFUNDS);
    return account;
  });
}

interface Opening extends Pick<
  NewCredential,
  'apiKey' | 'scopes' | 'requestsPerMinute' | 'moneyOperationsPerDay'
> {
  name: string;
}

async function openAccount(
  trx: Trx,
  { db, keyring, credentials, config }: Foundation,
  panelBaseUrl: string | undefined,
  { name, ...key }: Opening,
): Promise<DemoAccount> {
  const account = await createAccount(trx, { name: companyName(name), email: null, approved: true });
  const { secret } = await credentials.create(trx, {
    ...key,
    accountId: account.id,
    name: `${name} key`,
    environment: config.environment,
    allowedCidrs: [],
    apiVersion: CURRENT_VERSION,
    expiresAt: null,
  });
  const { team } = createPeople({ db, keyring, baseUrl: () => panelBaseUrl ?? '' });
  const link = panelBaseUrl === undefined ? undefined : await team.invite(trx, account.id, OPERATOR, OWNER);
  return { accountId: account.id, apiKey: secret, signInUrl: link?.url };
}

function companyName(name: string): string {
  return `${name} Company`;
}
