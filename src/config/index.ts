export { listVariables, readConfig, withoutKeys, type Config } from './config.ts';
