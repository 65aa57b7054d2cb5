export { requireAmount } from './bounds.ts';
export { createCountMerger, createExpiryWorker, createQuoteWorker } from './workers.ts';
export { lockLink, moveLink } from './link-state.ts';
export { merchantOf, readMerchant } from './merchant.ts';
export { drawQr, qrOf } from './qr-image.ts';
export { isComplete } from './offer.ts';
export { payerCurrency } from './payer-currency.ts';
export { receivedOf } from './received.ts';
export { type Owed, readOwed } from './owed.ts';
export { missingOf, takesParts } from './rest.ts';
export {
  closeInstructions,
  findLinkMethod,
  linkMethods,
  listLinkMethods,
  type LinkMethod,
  issuedInstructions,
  type MethodInstructions,
  type Whereabouts,
} from './quote-repository.ts';
export { createQuoteService, type QuoteService } from './quotes.ts';
export {
  countLinks,
  findPartlyPaid,
  type LinkName,
  listLinkNames,
  listLinks,
  readLastCurrency,
  sumLinks,
} from './link-repository.ts';
export {
  addLinkRefund,
  EFFECTIVE_STATUS,
  findLink,
  findLinkAccount,
  lockedLinks,
  setLinkRefund,
  type PaymentLink,
  type PaymentLinkSummary,
} from './repository.ts';
export { customerTerm, exactTermsOf } from './search.ts';
export { findLinksByDestination, insertPayerTerms, searchLinks, sumFoundLinks } from './search-repository.ts';
export {
  createPaymentLinkService,
  type LinkDraft,
  type LinkUpdate,
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
export { paymentLinkHandlers } from './handlers.ts';
