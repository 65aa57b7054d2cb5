export { requireCell, requireEnvironment } from './environment.ts';
export { forgetSecretsKey, requireSecretsKeys } from './secrets-keys.ts';
export {
  endScreening,
  findCell,
  findEnvironment,
  findScreeningSince,
  findTransferHold,
  holdTransfers,
  recordScreening,
  resumeTransfers,
} from './repository.ts';
