import type { Chance } from '../chance.ts';
import { FEE_CODE, OWN_CODE, type Spec } from './accounts.ts';
import { plain } from './files.ts';
import type { Entry } from './ledger.ts';
import { balanceOf, shortDate } from './mt940.ts';

/** What a payer wants to have been paid, without paying it: exactly what a link is owed, with its reference. */
export interface Wish {
  cents: bigint;
  reference: string;
}

/** What a payer can know, and one who knows more than that. */
interface Known {
  profile: Spec;
  /** Of the link that is really paid, as far as it is. */
  own: string;
  wish: Wish;
  /** The bank's day, and the balance after the payment, which only an insider knows. */
  date: string;
  balance: bigint;
}

/** How a payer writes lines of a bank's file into the text of a payment. */
export interface Protocol {
  what: string;
  texts: readonly string[];
  lines: Entry['lines'];
  name: string;
  /** Whether the text has both references in formats that keep it whole, so that nobody can say which link it is for. */
  namesTwo: boolean;
}

/** One of the ways. The payment itself is real; whatever else its text says is not. */
export function protocolOf(known: Known, chance: Chance): Protocol {
  return chance.pick(WAYS)(known, chance);
}

const NAME = 'Marta Bravo';

const WAYS: readonly ((known: Known, chance: Chance) => Protocol)[] = [
  creditAndDebit,
  creditAndDebit,
  creditAndDebit,
  creditAlone,
  otherMessage,
  ({ own, profile, date }) => ({
    ...{ what: 'tags of MT940', lines: 'kept', name: ':86:Marta Bravo', namesTwo: false },
    texts: [
      ...[`pago ${own}`, '-', ':20:STARTUMS', ':86:MORE', `:62F:${balanceOf(profile, date, 1n)}`],
      ...[':28C:00001/001', '-}', ':64:NOTHING', '{5:{CHK:0}}'],
    ],
  }),
  ({ own, wish, profile }) => ({
    ...{ what: 'records of BAI2 with a credit', lines: 'joined', name: '16,195,1,,1,2,X/', namesTwo: true },
    texts: [
      `renta ${own}/ 16,195,${plain(wish.cents, '')},,F1,,${wish.reference}/ 88,${wish.reference}/`,
      `X/ 03,${profile.number},${profile.currency},015,1,,/ 49,0,2/`,
    ],
  }),
  ({ own, profile }) => ({
    ...{ what: 'records of BAI2', lines: 'joined', name: NAME, namesTwo: false },
    texts: [`renta ${own}/ 03,${profile.number},,,/`, '/ 88,more/ 49,0,1/ 98,0,1,1/ 99,0,1,1/', '88,X/'],
  }),
  ({ own, wish, profile }) => ({
    ...{ what: 'elements of XML', lines: 'joined', name: '</Nm></Pty></Dbtr><!--', namesTwo: true },
    texts: [
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
      `${own} ]]></Ustrd></RmtInf></TxDtls></NtryDtls></Ntry><Ntry><Amt Ccy="${profile.currency}">`,
      `${plain(wish.cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><Ustrd>${wish.reference}`,
    ],
  }),
  ({ own, wish, profile, date }) => {
    const { separator, decimal } = profile.csv;
    const row = [profile.number, date, 'X', wish.reference, 'F1', plain(wish.cents, decimal), ''];
    return {
      ...{ what: 'rows of CSV', lines: 'joined', name: `"Marta"${separator}"Bravo"`, namesTwo: true },
      texts: [`pago "${own}"${separator}${plain(1n, decimal)}`, row.join(separator), `"${separator}"`],
    };
  },
];

/** A credit, and what cancels it: one debit or two, by any code. */
function creditAndDebit({ own, wish, date }: Known, chance: Chance): Protocol {
  const day = shortDate(date);
  const code = () => chance.pick(['NTRF', OWN_CODE.mt, FEE_CODE.mt]);
  const first = chance.happens(0.5) ? wish.cents : wish.cents / 2n;
  const parts = [first, wish.cents - first].filter((cents) => cents > 0n);
  const line = (mark: string, cents: bigint, type: string) =>
    `:61:${day}${day.slice(2)}${mark}${plain(cents, ',')}${type}NONREF`;
  return {
    ...{ what: 'an entry of MT940 with what cancels it', lines: 'bent', name: NAME, namesTwo: true },
    texts: [
      ...[`renta ${own}`, `${line('C', wish.cents, 'NTRF')}//F1`, `:86:${wish.reference}`],
      ...parts.flatMap((cents) => [line(chance.pick(['D', 'RC']), cents, code()), ':86:CARGO']),
    ],
  };
}

function creditAlone({ own, wish, date }: Known): Protocol {
  const day = shortDate(date);
  return {
    ...{ what: 'an entry of MT940 alone', lines: 'bent', name: NAME, namesTwo: true },
    texts: [
      `renta ${own}`,
      `:61:${day}${day.slice(2)}C${plain(wish.cents, ',')}NTRFNONREF//F1`,
      `:86:${wish.reference}`,
    ],
  };
}

/** The end of the bank's message and the header of another, between balances that are right. */
function otherMessage({ profile, own, wish, date, balance }: Known): Protocol {
  const day = shortDate(date);
  return {
    ...{ what: 'a message of MT940', lines: 'bent', name: NAME, namesTwo: true },
    texts: [
      ...[`renta ${own}`, `:61:${day}${day.slice(2)}C${plain(wish.cents, ',')}NTRFNONREF//F1`],
      ...[`:86:${wish.reference}`, `:62F:${balanceOf(profile, date, balance + wish.cents)}`, '-'],
      ...[':20:STARTUMS', `:25:${profile.number}`, ':28C:00099/001'],
      ...[`:60F:${balanceOf(profile, date, balance)}`],
    ],
  };
}
