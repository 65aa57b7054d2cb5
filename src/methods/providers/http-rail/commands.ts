import { InvalidArgumentError } from 'commander';
import {
  CommandFailure,
  InvalidUsage,
  type PaymentsCommand,
  type Register,
} from '../../../commands/frame/index.ts';
import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { CheckedCall } from './check.ts';
import { noticesPathOf, noticesUrlOf } from './notices-path.ts';

/** The parts of a deployment that the commands of a rail use. */
export interface RailDeployment<Name extends string, Config> {
  config: { baseUrl: string | undefined; rails: { readonly [N in Name]: Config | undefined } };
  db: Database;
  logger: Logger;
}

/** A rail's account, as its commands use it. */
export interface RailAccess<Config> {
  config: Config;
  db: Database;
  logger: Logger;
  /** The URL for the rail's notices; undefined if only the host's proxy knows it. */
  noticesUrl: string | undefined;
}

/** A registration that the rail offers as a call of its API. */
interface Subscribing<Config, Options> {
  description: string;
  options?(command: PaymentsCommand): void;
  examples: readonly [string, ...string[]];
  /** Registers a URL for the rail's notices. */
  act(access: RailAccess<Config>, options: Options & { url: string }, signal: AbortSignal): Promise<object>;
}

const TIMEOUT_MS = 60_000;

/**
 * Declares the commands of a rail, which are its checklist and the registration for notices. `needs` names the variable
 * that configures the account. The implementation is loaded only when a command runs, because every start loads the
 * declarations.
 */
export function registerRail<const Name extends string, Config, Options = object>(declared: {
  name: Name;
  rail: string;
  description: string;
  needs: string;
  check(access: RailAccess<Config>): Promise<CheckedCall[]>;
  subscribe?: Subscribing<Config, Options>;
}): Register<RailDeployment<Name, Config>> {
  const { name, rail, subscribe } = declared;
  const open = ({ config, db, logger }: RailDeployment<Name, Config>): RailAccess<Config> => {
    const own = config.rails[name];
    if (own === undefined)
      throw new CommandFailure(`This deployment has no account at ${rail}: set ${declared.needs}.`);
    return { config: own, db, logger, noticesUrl: noticesUrlOf(name, config) };
  };

  return (program, run) => {
    const group = program.command(name).description(`${declared.description} (docs/rails/${name}.md)`);

    group
      .command('check')
      .description('run the checks of the go-live checklist that move no money; exits with 1 if one fails')
      .example(`payments ${name} check`)
      .action(() =>
        run(
          async (deployment) => {
            const data = await declared.check(open(deployment));
            return { ok: data.every(({ ok }) => ok), data };
          },
          { whole: true },
        ),
      );

    if (!subscribe) return;
    const path = noticesPathOf(name);
    const command = group
      .command('subscribe')
      .description(subscribe.description)
      .option('--url <url>', `where ${rail} sends them; by default BASE_URL and ${path}`, parserOf(path))
      .example(...subscribe.examples)
      .action((options: Options & { url?: string }) =>
        run(async (deployment) => {
          const access = open(deployment);
          const url = options.url ?? access.noticesUrl;
          if (url === undefined) throw new InvalidUsage('Set BASE_URL, or pass --url.');
          return subscribe.act(access, { ...options, url }, AbortSignal.timeout(TIMEOUT_MS));
        }),
      );
    subscribe.options?.(command);
  };
}

function parserOf(path: string) {
  return (text: string): string => {
    if (URL.canParse(text) && text.endsWith(path)) return text;
    throw new InvalidArgumentError(`It must end with ${path}, the path that receives notices.`);
  };
}
