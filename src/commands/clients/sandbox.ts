import { InvalidArgumentError, Option } from 'commander';
import { parseApiKey, type ApiKeyParts } from '../../credentials/secret.ts';
import { parseWithin } from '../arguments.ts';
import type { PaymentsCommand, Register } from '../command.ts';
import type { SandboxOptions } from './sandbox-actions.ts';

const NO_DATA = 'none';

/** Depends on nothing in the environment that configures a deployment, so that it can never touch one. */
export const registerSandboxCommand: Register = (program) => {
  program
    .command('sandbox')
    .description('serve the whole API for tests, on a Postgres of its own; everything is gone when it ends')
    .option('--port <number>', '0 chooses a free one', parseWithin(0, 65_535), 0)
    .addOption(
      new Option('--api-key <key>', 'the API key to accept; a new one by default')
        .env('PAYMENTS_API_KEY')
        .argParser(parseTestKey),
    )
    .option('--data <folder>', 'where to keep the data, for the next start', NO_DATA)
    .example('payments sandbox', 'payments sandbox --port 4010 --data ./sandbox')
    .action(async (_options: object, command: PaymentsCommand) => {
      // Before the program is loaded, which takes time enough for the parent to end.
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
      'It must be sk_test_, 16 letters and digits, an underscore, and 32 letters and digits.',
    );
  }
  return parts;
}
