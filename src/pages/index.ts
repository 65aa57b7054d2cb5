export { readAssets, serveAsset, type AssetName, type Assets } from './assets.ts';
export { brandStyleHref, findBrandStyle } from './brand-style.ts';
export {
  columnFormat,
  formatCount,
  formatDay,
  formatDuration,
  formatExact,
  formatLocal,
  formatMinute,
  formatMoment,
  formatMoney,
  formatMonth,
  formatRecent,
  formatPrice,
  formatQuantity,
  formatRate,
  formatShare,
  formatShort,
  formatShortDay,
  formatShortMonth,
  formatSum,
  formatZoned,
  LOCALE_TAGS,
  plainNumber,
} from './format.ts';
export { Chart, type ChartColumn } from './components/chart.tsx';
export { Chips } from './components/chips.tsx';
export { Empty } from './components/empty.tsx';
export { Facts } from './components/facts.tsx';
export { Control, Field, Group, Select } from './components/form.tsx';
export { Refusal } from './components/refusal.tsx';
export { Status, type Tone } from './components/status.tsx';
export { LabelledTable, Subject, Table } from './components/table.tsx';
export { methodColor } from './method-color.ts';
export { refuseMethod, textOf } from './guards.ts';
export { HTMX_CONFIG } from './htmx.ts';
export { chosenLanguage, languageOf, LANGUAGES, localeOf, type Language, type Locale } from './language.ts';
export { fillPath, withQuery, type ParamsOf, type Values } from './path.ts';
export { CONTENT_SECURITY_POLICY } from './policy.ts';
export {
  amountTyped,
  readTypedAmount,
  sumTyped,
  typedAmountOf,
  type AmountProblem,
  type TypedAmount,
} from './typed-amount.ts';
