export { accountNumberOf } from './account-number.ts';
export { destinationKey, isAddress, toChecksumAddress, withChecksum } from './address.ts';
export {
  changeCurrency,
  changeMethod,
  findAsset,
  findMethod,
  listAssets,
  listCurrencies,
  listMethods,
  MAX_SLIPPAGE,
  readCatalogue,
  type LinkCurrency,
  type Method,
  type MethodKind,
} from './catalogue.ts';
export { clabeCheckDigit, isClabe } from './clabe.ts';
export { bankOfClabe } from './clabe-banks.ts';
export { isBic, isIban, remainderOf97 } from './iban.ts';
export {
  listCurrencyRates,
  setCurrencyRate,
  valueOf,
  type CurrencyRate,
  isPausedSql,
  listPauses,
  type Direction,
  type PauseScope,
} from './repository.ts';
export { isToldAgain, keepReportConflict, watchReportConflicts } from './report-conflicts.ts';
export {
  listReportConflicts,
  listToldOtherwise,
  settleReportConflict,
  type ReportConflict,
} from './report-conflict-repository.ts';
export { isNetworkName } from './network.ts';
export { pauseRail, RailPaused, requireNotPaused, resumeRail, watchPauses } from './pauses.ts';
export {
  broughtAt,
  convertedAmountDue,
  feeFor,
  leastOf,
  nativeAmountDue,
  owedFor,
  rateWithSpread,
  type FeeBearer,
} from './pricing.ts';
export type {
  FileKey,
  Foreseen,
  ForeseenAccount,
  ForeseenStatement,
  ForeseenTotal,
  HandedIn,
  HandInAccount,
  HandIns,
  Imported,
  NewOpenFile,
  OpenFile,
  OpenFiles,
  WaitKind,
} from './providers/hand-ins.ts';
export { executionDateOf, type BankingDays } from './providers/banking-days.ts';
export { inTime, untilAborted } from './providers/in-time.ts';
export { lockLiveQuote } from './providers/live-quote.ts';
export { transferUri, type DepositProgress, type PaymentUriRequest } from './providers/on-chain.ts';
export {
  MOST_DEPOSITED,
  MOST_READ_TOGETHER,
  NoticeRefused,
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Arrival,
  type ArrivalRequest,
  type Balances,
  type BalancesRequest,
  type BankAccount,
  type Confirmation,
  type ConversionRequest,
  type Destination,
  type Executed,
  type FinalDeposit,
  type Holding,
  type Instructions,
  type InstructionsRequest,
  type IssuedInstructions,
  type LockedQuote,
  type OtherCell,
  type OwnMovement,
  type PostalAddress,
  type TakenBack,
  type NoticeReader,
  type Converted,
  type Outcome,
  type PayOutRequest,
  type AnyAmountRequest,
  type Provider,
  type ProviderCost,
  type QuoteRequest,
  type RawNotice,
  type RefundDestination,
  type RefundRequest,
  type Report,
  type ReportedDeposit,
  type ReturnedTransfer,
  type RuleOutRequest,
  type SentTransfer,
  type SimulatedProvider,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
  type TakeInReports,
  type TellDeposit,
  type Waiting,
  type WrittenReport,
} from './providers/provider.ts';
export {
  defineRail,
  type AnyRail,
  type OwnPlace,
  type RailEnvironment,
  type RailParts,
  type RailRecords,
} from './providers/rail.ts';
export { bankingDaysOf, createProviders, type Providers } from './providers/registry.ts';
export { isReport, readReport, writeReport } from './providers/written-report.ts';
export { waitsForPrice } from './providers/slippage.ts';
export { isRoutingNumber } from './routing-number.ts';
export { simulatedTrackingKey } from './tracking-key.ts';
export { assessMethod, needsConversion, type Viability } from './viability.ts';
export { isAtPar, isExchanged } from './providers/at-par.ts';
