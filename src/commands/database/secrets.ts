import type { RegisterEither } from '../deployment/register.ts';
import { parseWithin } from '../frame/index.ts';

const actions = () => import('./secrets-actions.ts');

export const registerSecretsCommands: RegisterEither = (program, run, runAlone) => {
  const secrets = program
    .command('secrets')
    .description('the keys of SECRETS_KEY that the database was worked on with');

  secrets
    .command('list')
    .description('each version of SECRETS_KEY, and how much still needs it')
    .example('payments secrets list')
    .action(() => run(async (foundation) => (await actions()).listKeys(foundation), { whole: true }));

  // It opens no foundation, which would refuse to work with another key.
  secrets
    .command('forget')
    .description('let the deployment start without a version of SECRETS_KEY, which is lost')
    .argument('<version>', 'its number; a key without one is version 1', parseWithin(1, 255))
    .example('payments secrets forget 1')
    .action((version: number) => runAlone(async (dataDir) => (await actions()).forgetKey(dataDir, version)));
};
