import type { RegisterAlone } from '../frame/index.ts';

/** They open no foundation, which would migrate the schema or refuse an older one. */
export const registerMigrationCommands: RegisterAlone = (program, run) => {
  program
    .command('migrate')
    .description('bring the schema up to date, while the previous version keeps running')
    .option('--plan', 'only show what would be done')
    .example('payments migrate --plan', 'payments migrate')
    .action(({ plan = false }: { plan?: boolean }) =>
      run(async (dataDir) => {
        const { migrateSchema, showPlan } = await import('./migrations-actions.ts');
        return plan ? showPlan(dataDir) : migrateSchema(dataDir);
      }),
    );

  program
    .command('migrations')
    .description('show the progress of an upgrade')
    .command('status')
    .description('show the schema, the versions that are connected, and work on earlier rows')
    .example('payments migrations status')
    .action(() => run(async (dataDir) => (await import('./migrations-actions.ts')).showStatus(dataDir)));
};
