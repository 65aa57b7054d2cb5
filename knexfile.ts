import { migrationConfig } from './src/db/migrate.ts';

const connectionString = process.env['DATABASE_URL'];
if (!connectionString)
  throw new Error('Set DATABASE_URL to the database that the knex command line should use.');

export default migrationConfig(connectionString);
