import { InvalidArgumentError, Option } from 'commander';
import { CURRENT_VERSION, VERSIONS } from '../../contract/index.ts';
import {
  DEFAULT_MONEY_OPERATIONS_PER_DAY,
  DEFAULT_REQUESTS_PER_MINUTE,
  isScope,
  MAX_MONEY_OPERATIONS_PER_DAY,
  MAX_REQUESTS_PER_MINUTE,
  ALL_SCOPES,
  REFUND_SCOPE,
  type Scope,
  SCOPES,
} from '../../credentials/index.ts';
import { requireCidr } from '../../lib/cidr.ts';
import { MAX_OVERLAP_S } from '../../lib/secrets/overlap.ts';
import type { Register, Run } from '../deployment/register.ts';
import {
  ACCOUNT_OPTION,
  collect,
  parseDuration,
  parseId,
  parseName,
  parseTime,
  parseWithin,
  type PaymentsCommand,
} from '../frame/index.ts';
import type { CreateOptions } from './keys-actions.ts';

const actions = () => import('./keys-actions.ts');
const parseKeyId = parseId('payments keys list --account <id>');

export const registerKeyCommands: Register = (program, run) => {
  const keys = program
    .command('keys')
    .description('API keys; a key is shown in full only once, when it is created');
  registerCreate(keys, run);
  registerList(keys, run);
  registerRotate(keys, run);
  registerRevoke(keys, run);
};

function registerCreate(keys: PaymentsCommand, run: Run): void {
  keys
    .command('create')
    .description('create a key for an account')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--name <name>', 'what the key is for', parseName)
    .requiredOption(
      '--scopes <scopes>',
      `all, or some of ${SCOPES.join(', ')}; all excludes ${REFUND_SCOPE}; add it with all,${REFUND_SCOPE}`,
      parseScopes,
    )
    .addOption(
      new Option('--environment <environment>', "by default the deployment's own").choices(['test', 'live']),
    )
    .addOption(
      new Option('--allow-ip <cidr>', 'accept the key only from this IP address or range; may be repeated')
        .argParser(collectCidr)
        .default([], 'from anywhere'),
    )
    .option('--expires-at <time>', 'when the key stops working', parseTime)
    .addOption(
      new Option('--api-version <version>', 'the version of its calls')
        .choices(VERSIONS)
        .default(CURRENT_VERSION),
    )
    .option(
      '--requests-per-minute <number>',
      'call limit per minute',
      parseWithin(1, MAX_REQUESTS_PER_MINUTE),
      DEFAULT_REQUESTS_PER_MINUTE,
    )
    .option(
      '--money-per-day <number>',
      'limit of money operations per day',
      parseWithin(0, MAX_MONEY_OPERATIONS_PER_DAY),
      DEFAULT_MONEY_OPERATIONS_PER_DAY,
    )
    .option('--before-approval', 'even if the account was never approved; the key works once it is')
    .example(
      'payments keys create --account $ACCOUNT --name "Shop" --scopes all',
      'payments keys create --account $ACCOUNT --name "Shop" \\\n      --scopes all,refunds:write',
      'payments keys create --account $ACCOUNT --name "Reports" \\\n      --scopes balances:read,transactions:read --allow-ip 203.0.113.0/24',
    )
    .action((options: CreateOptions) =>
      run(async (foundation) => (await actions()).createOne(foundation, options)),
    );
}

function registerList(keys: PaymentsCommand, run: Run): void {
  keys
    .command('list')
    .description("list an account's keys, newest first")
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments keys list --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).list(foundation, account), {
        empty: `This account has no keys. Create one: payments keys create --account ${account} --name <name> --scopes all`,
      }),
    );
}

function registerRotate(keys: PaymentsCommand, run: Run): void {
  keys
    .command('rotate')
    .argument('<id>', 'the key', parseKeyId)
    .description('give a key a new secret; the old one stops working at once')
    .option(
      '--old-valid <duration>',
      'let the old secret work for so long, like 24h, up to 7d',
      parseOverlap,
      0,
    )
    .example('payments keys rotate $KEY', 'payments keys rotate $KEY --old-valid 24h')
    .action((id: string, { oldValid }: { oldValid: number }) =>
      run(async (foundation) => (await actions()).rotate(foundation, id, oldValid)),
    );
}

function registerRevoke(keys: PaymentsCommand, run: Run): void {
  keys
    .command('revoke')
    .argument('<id>', 'the key', parseKeyId)
    .description('revoke a key permanently')
    .option('--old-secret', 'only the secret from before the last rotation, if it still works')
    .example('payments keys revoke $KEY', 'payments keys revoke $KEY --old-secret')
    .action((id: string, { oldSecret }: { oldSecret?: true }) =>
      run(async (foundation) => {
        const { endPrevious, revoke } = await actions();
        return oldSecret ? endPrevious(foundation, id) : revoke(foundation, id);
      }),
    );
}

/** In seconds. */
function parseOverlap(text: string): number {
  return text === '0' ? 0 : parseDuration({ min: 1_000, max: MAX_OVERLAP_S * 1_000 })(text) / 1_000;
}

function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').flatMap((name) => {
    if (name === 'all') return ALL_SCOPES;
    if (!isScope(name))
      throw new InvalidArgumentError(`Unknown scope ${name}; the scopes are ${SCOPES.join(', ')}.`);
    return [name];
  });
  return [...new Set(scopes)];
}

function collectCidr(text: string, earlier: string[]): string[] {
  try {
    return collect(requireCidr(text), earlier);
  } catch (error) {
    throw new InvalidArgumentError(`It ${error instanceof Error ? error.message : String(error)}.`);
  }
}
