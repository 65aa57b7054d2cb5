export {
  listCodes,
  listCollections,
  type Collection,
  type QrCode,
  type QrCodeStatus,
  type QrCodeSummary,
  purgeScans,
} from './repository.ts';
export type { Payer } from './payer.ts';
export { createScanService, type Counter, type Scan, type ScanService } from './scans.ts';
export { createQrCodeService, type QrCodeService } from './service.ts';
export { viewCollection } from './view.ts';
export { qrCodeHandlers } from './handlers.ts';
