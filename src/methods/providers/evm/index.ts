export { countAddresses } from './addresses/repository.ts';
export { countUnexplained } from './follower/departure-repository.ts';
export { createEvm, type Evm } from './evm.ts';
export type { FindRelease } from './sender/limits.ts';
export { readChainsFile } from './chain/chains-file.ts';
export { readSenderKeys, warnOfNoLimits } from './sender/keys.ts';
export { CannotCancel } from './sender/nonces.ts';
export { watchChains } from './watch/metrics.ts';
