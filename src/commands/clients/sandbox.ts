import { InvalidArgumentError, Option } from 'commander';
import { type ApiKeyParts, parseApiKey } from '../../credentials/index.ts';
import type { Register } from '../deployment/register.ts';
import { parseWithin, type PaymentsCommand } from '../frame/index.ts';
import type { SandboxOptions } from './sandbox-actions.ts';

const NO_DATA = 'none';

/** Ignores the environment variables that configure a deployment, so that it can never touch one. */
export const registerSandboxCommand: Register = (program) => {
  program
    .command('sandbox')
    .description(
      'serve the whole API for tests, on its own temporary Postgres; all data is removed at the end',
    )
    .option('--port <number>', '0 chooses a free port', parseWithin(0, 65_535), 0)
    .addOption(
      new Option('--api-key <key>', 'the API key to accept; a new one by default')
        .env('PAYMENTS_API_KEY')
        .argParser(parseTestKey),
    )
    .option('--data <folder>', 'keep the data in this folder for the next start', NO_DATA)
    .example('payments sandbox', 'payments sandbox --port 4010 --data ./sandbox')
    .action(async (_options: object, command: PaymentsCommand) => {
      // Before the program is loaded, during which the parent may end.
      const { ppid } = process;
      const { serve } = await import('./sandbox-actions.ts');
      const { data, ...options } = command.optsWithGlobals<SandboxOptions>();
      await serve({ ...options, ...(data !== NO_DATA && { data }) }, ppid);
    });
};

function parseTestKey(text: string): ApiKeyParts {
  const parts = parseApiKey(text);
  if (parts?.environment !== 'test') {
    throw new InvalidArgumentError(
      'It must be sk_test_, 16 letters or digits, an underscore, and 32 letters or digits.',
    );
  }
  return parts;
}
