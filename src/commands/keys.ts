import { InvalidArgumentError, Option } from 'commander';
import { OPERATOR } from '../audit-log/record.ts';
import {
  DEFAULT_MONEY_OPERATIONS_PER_DAY,
  DEFAULT_REQUESTS_PER_MINUTE,
} from '../credentials/new-credential.ts';
import { findAccountOfCredential, listCredentials } from '../credentials/repository.ts';
import { isScope, SCOPES, type Scope } from '../credentials/scopes.ts';
import type { IssuedCredential } from '../credentials/service.ts';
import type { Foundation } from '../foundation.ts';
import { CURRENT_VERSION, VERSIONS } from '../contract/versions.ts';
import { requireCidr } from '../lib/cidr.ts';
import { listLastCalls } from '../request-logs/usage/repository.ts';
import { createApiKeys } from '../people/api-keys.ts';
import { configuredPanelBaseUrl } from '../people/panel-address.ts';
import { CommandFailure, collect, parseCount, parseTime, requireId, type Register } from './command.ts';

const MAX_LISTED = 1_000;

interface CreateOptions {
  account: string;
  name: string;
  scopes: Scope[];
  environment?: string;
  allowIp: string[];
  expiresAt?: Date;
  apiVersion: string;
  requestsPerMinute: number;
  moneyPerDay: number;
}

export const registerKeyCommands: Register = (program, run) => {
  const keys = program
    .command('keys')
    .description('API keys; a secret is shown only once, when it is created');

  keys
    .command('create')
    .description('create a key for an account')
    .requiredOption('--account <id>')
    .requiredOption('--name <name>')
    .requiredOption('--scopes <scopes>', `all, or some of ${SCOPES.join(',')}`, parseScopes)
    .option('--environment <environment>', "test or live; the deployment's own by default")
    .option(
      '--allow-ip <cidr>',
      'accept the key only from this address or range; may be given several times',
      collectCidr,
      [],
    )
    .option('--expires-at <time>', 'when the key stops working', parseTime)
    .addOption(new Option('--api-version <version>').choices(VERSIONS).default(CURRENT_VERSION))
    .option('--requests-per-minute <number>', '', parseCount, DEFAULT_REQUESTS_PER_MINUTE)
    .option(
      '--money-per-day <number>',
      'money operations per day',
      parseCount,
      DEFAULT_MONEY_OPERATIONS_PER_DAY,
    )
    .action((options: CreateOptions) =>
      run(async (foundation) => {
        const accountId = requireId(options.account, 'account');
        const issued = await foundation.db.transaction((trx) =>
          apiKeysOf(foundation).create(trx, OPERATOR, {
            accountId,
            name: options.name,
            environment: options.environment ?? foundation.config.environment,
            scopes: options.scopes,
            allowedCidrs: options.allowIp,
            apiVersion: options.apiVersion,
            requestsPerMinute: options.requestsPerMinute,
            moneyOperationsPerDay: options.moneyPerDay,
            expiresAt: options.expiresAt ?? null,
            beforeApproval: true,
          }),
        );
        return view(issued);
      }),
    );

  keys
    .command('list')
    .description('the keys of an account, the newest first')
    .requiredOption('--account <id>')
    .action(({ account }: { account: string }) =>
      run(async ({ db }) => {
        const accountId = requireId(account, 'account');
        const range = { afterTime: undefined, afterId: undefined, limit: MAX_LISTED };
        const listed = await listCredentials(db.read, { accountId, ...range });
        const ids = listed.map(({ id }) => id);
        const calls = await listLastCalls(db.read, accountId, ids);
        return {
          data: listed.map(
            ({ id, name, last_four, state, environment, scopes, api_version, expires_at }) => ({
              ...{ id, name, last_four, state, environment, scopes, api_version },
              expires_at: expires_at?.toISOString() ?? null,
              last_used_at: calls.find((call) => call.credential_id === id)?.created_at.toISOString() ?? null,
            }),
          ),
        };
      }),
    );

  keys
    .command('rotate <id>')
    .description('give a key a new secret; the old one stops working at once')
    .action((id: string) =>
      run(async (foundation) => {
        const accountId = await accountOf(foundation, id);
        return view(
          await foundation.db.transaction((trx) =>
            apiKeysOf(foundation).rotate(trx, accountId, OPERATOR, id),
          ),
        );
      }),
    );

  keys
    .command('revoke <id>')
    .description('revoke a key for good')
    .action((id: string) =>
      run(async (foundation) => {
        const accountId = await accountOf(foundation, id);
        await foundation.db.transaction((trx) => apiKeysOf(foundation).revoke(trx, accountId, OPERATOR, id));
        return { id, revoked: true };
      }),
    );
};

function apiKeysOf({ credentials, config }: Foundation) {
  return createApiKeys({ credentials, panelUrl: () => `${configuredPanelBaseUrl(config)}/panel` });
}

/** The operator names a key by its id alone. */
async function accountOf({ db }: Foundation, id: string): Promise<string> {
  const accountId = await findAccountOfCredential(db.read, requireId(id, 'key'));
  if (accountId === undefined) throw new CommandFailure(`There is no key ${id}.`);
  return accountId;
}

function view(issued: IssuedCredential): object {
  return { id: issued.id, secret: issued.secret, last_four: issued.lastFour };
}

function parseScopes(text: string): Scope[] {
  if (text === 'all') return [...SCOPES];
  return text.split(',').map((name) => {
    if (!isScope(name))
      throw new InvalidArgumentError(`There is no scope ${name}; the scopes are ${SCOPES.join(', ')}.`);
    return name;
  });
}

function collectCidr(text: string, earlier: string[]): string[] {
  try {
    return collect(requireCidr(text), earlier);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
