export {
  listCodes,
  listCollections,
  type CollectionRow,
  type QrCodeRow,
  type QrCodeStatus,
  type QrCodeSummaryRow,
  purgeScans,
} from './repository.ts';
export type { Payer } from './payer.ts';
export { createScanService, type Counter, type Scan, type ScanService } from './scans.ts';
export { createQrCodeService, type QrCodeRequest, type QrCodeService } from './service.ts';
export { qrCodeHandlers } from './handlers.ts';
