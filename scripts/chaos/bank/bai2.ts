import { FEE_CODE, OWN_CODE, type Spec } from './accounts.ts';
import { earlyNumberOf, plain } from './files.ts';
import type { Entry, Statement } from './ledger.ts';
import { shortDate } from './mt940.ts';

const units = (cents: bigint): string => `${cents < 0n ? '-' : ''}${plain(cents, '')}`;

/** BAI2, a group for each day. Its trailers have the sums and the counts of records, so that no text passes for one. */
export function bai2(profile: Spec, ...statements: readonly Statement[]): string {
  const groups = statements.map((statement) => group(profile, statement));
  const sum = groups.reduce((total, one) => total + one.sum, 0n);
  const records = groups.flatMap((one) => one.records);
  const [{ date } = { date: '' }] = statements;
  return [
    `01,CHAOSBANK,ACME,${shortDate(date)},2300,1,80,,2/`,
    ...records,
    `99,${units(sum)},${groups.length},${records.length + 2}/`,
    '',
  ].join('\n');
}

function group(profile: Spec, { date, opening, closing, entries }: Statement) {
  const own = entries.flatMap((entry) => bai2Entry(profile, entry));
  const sum = entries.reduce((total, { cents }) => total + (cents < 0n ? -cents : cents), opening + closing);
  const account = [
    `03,${profile.number},${profile.currency},010,${units(opening)},,,015,${units(closing)},,/`,
    ...own,
    `49,${units(sum)},${own.length + 2}/`,
  ];
  const records = [
    `02,ACME,CHAOSBANK,1,${shortDate(date)},2359,${profile.currency},2/`,
    ...account,
    `98,${units(sum)},1,${account.length + 2}/`,
  ];
  return { sum, records };
}

/** A record, and one more for each text: the bank's own words first. */
function bai2Entry(profile: Spec, entry: Entry): string[] {
  const { cents, endToEnd, kind, party, texts, creditorReference } = entry;
  const owner = kind === 'debit' && endToEnd !== null ? endToEnd : '';
  const words = [
    ...(endToEnd === null ? [] : [`EREF: ${endToEnd}`]),
    ...(creditorReference === null ? [] : [creditorReference]),
    ...texts.map((text) => text.replaceAll('\n', ' ')),
    ...(party === null ? [] : [party.name]),
  ];
  return [
    `16,${typeOf(entry)},${plain(cents, '')},,${earlyNumberOf(profile, entry)},${owner},`,
    ...words.map((word) => `88,${word}`),
  ];
}

function typeOf({ kind, cents, isMarked }: Entry): string {
  switch (kind) {
    case 'return':
      return isMarked ? '257' : '195';
    case 'taken_back':
      return '557';
    case 'fee':
      return FEE_CODE.bai2;
    case 'own':
      return cents > 0n ? OWN_CODE.bai2.in : OWN_CODE.bai2.out;
    default:
      return cents > 0n ? '195' : '495';
  }
}
