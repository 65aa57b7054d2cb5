export { requireCell, requireEnvironment } from './environment.ts';
export {
  endScreening,
  findScreeningSince,
  findTransferHold,
  holdTransfers,
  recordScreening,
  resumeTransfers,
} from './repository.ts';
