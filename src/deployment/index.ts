export { requireCell, requireEnvironment, requireSettled } from './environment.ts';
export { forgetSecretsKey, listSecretsKeys, requireSecretsKeys } from './secrets-keys.ts';
export {
  endScreening,
  findCell,
  findEnvironment,
  findScreeningSince,
  findTransferHold,
  findUnsettledSince,
  holdTransfers,
  recordScreening,
  recordSettled,
  resumeTransfers,
} from './repository.ts';
