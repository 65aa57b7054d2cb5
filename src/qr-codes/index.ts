export {
  listCodes,
  listCollections,
  type CollectionRow,
  type QrCodeRow,
  type QrCodeStatus,
  type QrCodeSummaryRow,
} from './repository.ts';
export type { Payer } from './scans/payer.ts';
export { purgeScans } from './scans/repository.ts';
export { createScanService, type Counter, type Scan, type ScanService } from './scans/service.ts';
export { createQrCodeService, type QrCodeRequest, type QrCodeService } from './service.ts';
