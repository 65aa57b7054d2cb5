export { DEFAULT_DEVIATION, leastConverted, readMarket, type Market } from './market.ts';
export { estimateTotal, type Estimate } from './estimate.ts';
export { watchFx } from './metrics.ts';
export { leastFor, lockPlausibleQuote, PriceRefused, roundingOf, type Reference } from './price.ts';
export { reportFx } from './report.ts';
export { findLimit, listLimits, setLimit } from './repository.ts';
