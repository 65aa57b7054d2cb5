export { requireAmount } from './bounds.ts';
export { createCountMerger, createExpiryWorker } from './expiry.ts';
export { lockLink, moveLink } from './link-state.ts';
export { merchantOf, readMerchant } from './merchant.ts';
export { drawQr, qrOf } from './qr-image.ts';
export { destinationKey, isComplete } from './quotes/offer.ts';
export {
  closePlace,
  findLinkMethod,
  findPlaces,
  listLinkMethods,
  type LinkMethodRow,
  type PlaceRow,
} from './quotes/repository.ts';
export { createQuoteService, type QuoteService } from './quotes/service.ts';
export { createQuoteWorker } from './quotes/worker.ts';
export { countLinks, listLinks, readLastCurrency } from './records.ts';
export {
  addLinkRefund,
  findLink,
  findLinkAccount,
  setLinkRefund,
  type LinkRow,
  type LinkSummaryRow,
} from './repository.ts';
export { insertPayerTerms, searchLinks } from './search/repository.ts';
export {
  createPaymentLinkService,
  type LinkDraft,
  type LinkRequest,
  type LinkWithMethods,
  type MethodOptions,
  type PaymentLinkService,
} from './service.ts';
export {
  LINK_STATUSES,
  nextStatus,
  type LinkStatus,
  type LinkTrigger,
  type QuoteStatus,
} from './transitions.ts';
export { quoteStatusOf, viewLink, viewLinkSummary } from './view.ts';
