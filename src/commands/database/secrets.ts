import { parseWithin, type RegisterAlone } from '../frame/index.ts';

/** It opens no foundation, which would refuse to work with another key. */
export const registerSecretsCommands: RegisterAlone = (program, run) => {
  program
    .command('secrets')
    .description('the keys of SECRETS_KEY that the database was worked on with')
    .command('forget')
    .description('let the deployment start without a version of SECRETS_KEY, which is lost')
    .argument('<version>', 'its number; a key without one is version 1', parseWithin(1, 255))
    .example('payments secrets forget 1')
    .action((version: number) =>
      run(async (dataDir) => (await import('./secrets-actions.ts')).forgetKey(dataDir, version)),
    );
};
