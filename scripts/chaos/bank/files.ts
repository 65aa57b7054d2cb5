import { FEE_CODE, OWN_CODE, type Spec } from './accounts.ts';
import type { Entry, Statement } from './ledger.ts';

/** `123456n` is 1234.56. */
export function plain(cents: bigint, point = '.'): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tag = (name: string, ...content: string[]): string => `<${name}>${content.join('')}</${name}>`;
const side = (cents: bigint): string => tag('CdtDbtInd', cents < 0n ? 'DBIT' : 'CRDT');

/** A camt.053 of version 8 for one account and of version 2 for the other, as banks differ. */
export function camt053(profile: Spec, statement: Statement): string {
  const { id, date, opening, closing, entries } = statement;
  const balance = (code: string, cents: bigint) =>
    tag(
      'Bal',
      tag('Tp', tag('CdOrPrtry', tag('Cd', code))),
      `<Amt Ccy="${profile.currency}">${plain(cents)}</Amt>${side(cents)}`,
      tag('Dt', tag('Dt', date)),
    );
  const body = [
    ...[tag('Id', id), tag('CreDtTm', `${date}T23:00:00Z`), accountOf(profile)],
    ...[balance('OPBD', opening), balance('CLBD', closing)],
    ...entries.map((entry) => ntry(profile, entry, { status: 'BOOK', servicer: entry.servicer })),
  ];
  return document(profile, 'camt.053', tag('BkToCstmrStmt', header(id, date), tag('Stmt', ...body)));
}

/** The same in two pages, of which the first has the opening balance and the last the closing one. */
export function camtPages(profile: Spec, statement: Statement): [first: string, last: string] {
  const half = Math.ceil(statement.entries.length / 2);
  const page = (number: number, entries: readonly Entry[], other: string): string =>
    camt053(profile, { ...statement, entries })
      .replace(
        '</Id><CreDtTm>',
        `</Id><StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${number === 2}</LastPgInd></StmtPgntn><CreDtTm>`,
      )
      .replace(new RegExp(`<Bal><Tp><CdOrPrtry><Cd>${other}</Cd>.*?</Bal>`, 's'), '');
  return [page(1, statement.entries.slice(0, half), 'CLBD'), page(2, statement.entries.slice(half), 'OPBD')];
}

/** What is told before the books: each entry with the status that it has by then. */
export interface Early {
  entry: Entry;
  status: 'PDNG' | 'BOOK';
}

export function camt054(profile: Spec, id: string, date: string, told: readonly Early[]): string {
  const entries = told.map(({ entry, status }) => {
    return ntry(profile, entry, { status, servicer: earlyNumberOf(profile, entry) });
  });
  const body = [tag('Id', id), tag('CreDtTm', `${date}T12:00:00Z`), accountOf(profile), ...entries];
  return document(
    profile,
    'camt.054',
    tag('BkToCstmrDbtCdtNtfctn', header(id, date), tag('Ntfctn', ...body)),
  );
}

const earlyNumberOf = ({ renumbersEarly }: Spec, { servicer }: Entry): string =>
  renumbersEarly ? `E${servicer}` : servicer;

const version = ({ id }: Spec): '02' | '08' => (id === 'mxn' ? '08' : '02');

function document(profile: Spec, message: string, body: string): string {
  const name = `urn:iso:std:iso:20022:tech:xsd:${message}.001.${version(profile)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${name}">${body}</Document>\n`;
}

function header(id: string, date: string): string {
  return tag('GrpHdr', tag('MsgId', `M-${id}`), tag('CreDtTm', `${date}T23:00:00Z`));
}

function accountOf({ number, currency }: Spec): string {
  return tag('Acct', tag('Id', tag('Othr', tag('Id', number))), tag('Ccy', currency));
}

function ntry(
  profile: Spec,
  entry: Entry,
  { status, servicer }: { status: string; servicer: string },
): string {
  const isNew = version(profile) === '08';
  const isBooked = status === 'BOOK';
  const undoes =
    (entry.kind === 'return' && entry.isMarked && entry.endToEnd !== null) || entry.kind === 'taken_back';
  return tag(
    'Ntry',
    `<Amt Ccy="${profile.currency}">${plain(entry.cents)}</Amt>${side(entry.cents)}`,
    undoes ? tag('RvslInd', 'true') : '',
    tag('Sts', isNew ? tag('Cd', status) : status),
    isBooked ? tag('BookgDt', tag('Dt', entry.bookedOn)) : '',
    tag('ValDt', tag('Dt', entry.bookedOn)),
    tag('AcctSvcrRef', servicer),
    tag('BkTxCd', ...codeOf(entry)),
    tag('NtryDtls', tag('TxDtls', ...detailsOf(profile, entry, isNew))),
  );
}

function codeOf({ kind, cents, isMarked }: Entry): string[] {
  const family = cents > 0n ? 'RCDT' : 'ICDT';
  const iso = (sub: string) =>
    tag('Domn', tag('Cd', 'PMNT'), tag('Fmly', tag('Cd', family), tag('SubFmlyCd', sub)));
  switch (kind) {
    case 'return':
      return [iso(isMarked ? 'RRTN' : 'ESCT')];
    case 'fee':
      return [iso('CHRG'), tag('Prtry', tag('Cd', FEE_CODE.camt))];
    case 'own':
      return [iso('BOOK'), tag('Prtry', tag('Cd', OWN_CODE.camt))];
    default:
      return [iso('ESCT')];
  }
}

function detailsOf(profile: Spec, entry: Entry, isNew: boolean): string[] {
  const { endToEnd, transaction, party, creditorReference, texts, reason, cents } = entry;
  const role = cents > 0n === (entry.kind !== 'return' && entry.kind !== 'taken_back') ? 'Dbtr' : 'Cdtr';
  const named = party && tag('Nm', escaped(party.name));
  return [
    tag(
      'Refs',
      endToEnd === null ? '' : tag('EndToEndId', endToEnd),
      transaction === null ? '' : tag('TxId', transaction),
    ),
    isNew ? `<Amt Ccy="${profile.currency}">${plain(cents)}</Amt>${side(cents)}` : '',
    party && named
      ? tag(
          'RltdPties',
          tag(role, isNew ? tag('Pty', named) : named),
          tag(`${role}Acct`, tag('Id', tag('Othr', tag('Id', party.account)))),
        )
      : '',
    tag(
      'RmtInf',
      ...texts.map((text) => tag('Ustrd', escaped(text))),
      creditorReference === null ? '' : tag('Strd', tag('CdtrRefInf', tag('Ref', creditorReference))),
    ),
    reason === null ? '' : tag('RtrInf', tag('Rsn', tag('Cd', reason))),
  ];
}

const MT_LINE = 65;

/** The same as an MT940, in which there is less room. */
export function mt940(profile: Spec, { day, date, opening, closing, entries }: Statement): string {
  const short = date.replaceAll('-', '').slice(2);
  const balance = (cents: bigint) =>
    `${cents < 0n ? 'D' : 'C'}${short}${profile.currency}${plain(cents, ',')}`;
  const lines = [
    ...[':20:STARTUMS', `:25:${profile.number}`, `:28C:${String(day + 1).padStart(5, '0')}/001`],
    `:60F:${balance(opening)}`,
    ...entries.flatMap((entry) => mtEntry(profile, entry)),
    ...[`:62F:${balance(closing)}`, '-', ''],
  ];
  return lines.join('\r\n');
}

function mtEntry(profile: Spec, entry: Entry): string[] {
  const { cents, bookedOn, endToEnd, kind } = entry;
  // The number that its early files have, too: without one in common, nothing could tell that both mean one payment.
  const servicer = earlyNumberOf(profile, entry);
  const [date, mark] = [bookedOn.replaceAll('-', '').slice(2), markOf(entry)];
  const owner = kind === 'debit' && endToEnd !== null ? endToEnd : 'NONREF';
  const words = [
    ...(entry.creditorReference === null ? [] : [entry.creditorReference]),
    ...entry.texts,
    ...(kind === 'credit' || endToEnd === null ? [] : [endToEnd]),
    ...(entry.party === null ? [] : [entry.party.name]),
  ].join(' ');
  return [
    `:61:${date}${date.slice(2)}${mark}${plain(cents, ',')}${mtCode(entry)}${owner}//${servicer}`,
    `:86:${broken(words)}`,
  ];
}

function markOf({ cents, kind }: Entry): string {
  if (kind === 'taken_back') return 'RC';
  return cents > 0n ? 'C' : 'D';
}

function mtCode({ kind, isMarked }: Entry): string {
  if (kind === 'return' && isMarked) return 'NRTI';
  return kind === 'fee' ? FEE_CODE.mt : kind === 'own' ? OWN_CODE.mt : 'NTRF';
}

/** Anywhere, also within a word; but no line of SWIFT begins with a hyphen or a colon. */
function broken(text: string): string {
  const lines: string[] = [];
  for (let rest = text; rest !== '';) {
    let at = Math.min(MT_LINE, rest.length);
    while (/^[-: ]/.test(rest.slice(at))) at--;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return lines.length === 0 ? 'NOTHING' : lines.join('\r\n');
}

/** What a bank says became of a payment file. */
export function pain002(
  id: string,
  messageId: string,
  group: { id: string; payments: readonly { id: string; status: string; reason: string | null }[] },
): string {
  const payments = group.payments.map((payment) =>
    tag(
      'TxInfAndSts',
      ...[tag('OrgnlInstrId', payment.id), tag('OrgnlEndToEndId', payment.id), tag('TxSts', payment.status)],
      payment.reason === null ? '' : tag('StsRsnInf', tag('Rsn', tag('Cd', payment.reason))),
    ),
  );
  const body = tag(
    'CstmrPmtStsRpt',
    tag('GrpHdr', tag('MsgId', id), tag('CreDtTm', '2026-11-02T10:00:00Z')),
    tag('OrgnlGrpInfAndSts', tag('OrgnlMsgId', messageId), tag('OrgnlMsgNmId', 'pain.001')),
    tag('OrgnlPmtInfAndSts', tag('OrgnlPmtInfId', group.id), ...payments),
  );
  const name = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.03';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${name}">${body}</Document>\n`;
}
