import { InvalidArgumentError, Option } from 'commander';
import { findAccount } from '../accounts/repository.ts';
import { isScope, SCOPES, type Scope } from '../credentials/scopes.ts';
import {
  DEFAULT_MONEY_OPERATIONS_PER_DAY,
  DEFAULT_REQUESTS_PER_MINUTE,
  type IssuedCredential,
} from '../credentials/service.ts';
import { CURRENT_VERSION, VERSIONS } from '../http/versions.ts';
import { requireCidr } from '../lib/cidr.ts';
import { CommandFailure, collect, parseCount, parseTime, requireId, type Register } from './command.ts';

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
      run(({ db, credentials, config }) =>
        db.transaction(async (trx) => {
          const account = await findAccount(trx, requireId(options.account, 'account'));
          if (!account) throw new CommandFailure(`There is no account ${options.account}.`);
          const issued = await credentials.create(trx, {
            accountId: account.id,
            name: options.name,
            environment: options.environment ?? config.environment,
            scopes: options.scopes,
            allowedCidrs: options.allowIp,
            apiVersion: options.apiVersion,
            requestsPerMinute: options.requestsPerMinute,
            moneyOperationsPerDay: options.moneyPerDay,
            expiresAt: options.expiresAt ?? null,
          });
          return view(issued);
        }),
      ),
    );

  keys
    .command('rotate <id>')
    .description('give a key a new secret; the old one stops working at once')
    .action((id: string) =>
      run(async ({ db, credentials }) => {
        const issued = await db.transaction((trx) => credentials.rotate(trx, requireId(id, 'key')));
        if (!issued) throw new CommandFailure(`There is no key ${id}, or it was revoked.`);
        return view(issued);
      }),
    );

  keys
    .command('revoke <id>')
    .description('revoke a key for good')
    .action((id: string) =>
      run(async ({ db, credentials }) => {
        const revoked = await db.transaction((trx) => credentials.revoke(trx, requireId(id, 'key')));
        if (!revoked) throw new CommandFailure(`There is no key ${id}.`);
        return { id, revoked };
      }),
    );
};

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
