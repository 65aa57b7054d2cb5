export {
  listVariables,
  readConfig,
  withoutKeys,
  type BitsoConfig,
  type BridgeConfig,
  type Config,
  type Environment,
  type MonoConfig,
  type RequestLimits,
  type SignedApi,
} from './config.ts';
