export {
  findProfile,
  mailWorkbook,
  MAX_CODE_LENGTH,
  MOVEMENT_TYPES,
  saveProfile,
  type MonthProfile,
} from './service.ts';
