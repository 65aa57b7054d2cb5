export { countAddresses } from './addresses/repository.ts';
export { countUnexplained } from './audit/repository.ts';
export type { Evm } from './evm.ts';
export type { FindRelease } from './sender/limits.ts';
export { CannotCancel } from './sender/nonces.ts';
export { watchChains } from './watch/metrics.ts';
