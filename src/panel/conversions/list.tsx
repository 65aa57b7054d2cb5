import { type AnyConversion, CONVERSION_STATUS_SHOWN, conversions } from '../../transfers/index.ts';
import { withRequests } from '../approvals/requested.ts';
import { listTransfers } from '../approvals/transfer-list.tsx';
import { CONVERSION_COLUMNS } from '../approvals/transfer-csv.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { ConversionState, statusOf } from './state.tsx';
import { CONVERSIONS } from './texts.ts';

/** The conversions, and which of them wait. */
export const showConversions = listTransfers({
  page: 'conversions',
  access: MEMBERS,
  texts: CONVERSIONS,
  records: conversions,
  decided: 'conversion',
  // Whether a quote has expired depends on the time.
  filteredStatuses: ['requested', 'processing', 'completed', 'failed'],
  asset: (texts) => texts.asset,
  statusShown: CONVERSION_STATUS_SHOWN,
  file: CONVERSION_COLUMNS,
  read: withRequests<AnyConversion>,
  subjectHeading: (texts) => texts.conversion,
  subject: ({ transfer: { id, asset, toAsset, paymentLinkCode } }, texts, visit) => ({
    href: pathTo(visit, paths.conversions.conversion, { conversion: id }),
    title: `${asset} → ${toAsset}`,
    detail: paymentLinkCode ?? texts.ownMoney,
    label: texts.openWhich,
  }),
  status: (one, { now }) => <ConversionState status={statusOf(one, now)} />,
  nameOfSum: ({ asset, toAsset }) => `${asset} → ${toAsset}`,
  amounts: [
    { heading: (texts) => texts.from, of: ({ amount, asset }) => [amount, asset] },
    { heading: (texts) => texts.to, of: ({ toAmount, toAsset }) => [toAmount, toAsset] },
  ],
  start: paths.conversions.new,
});
