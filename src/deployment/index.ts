export { requireCell, requireEnvironment } from './environment.ts';
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
