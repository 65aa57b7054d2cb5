import { FEE_CODE, OWN_CODE, type Spec } from './accounts.ts';
import type { Entry, Statement } from './ledger.ts';

/** `123456n` is 1234.56. */
export function plain(cents: bigint, point = '.'): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const tag = (name: string, ...content: string[]): string => `<${name}>${content.join('')}</${name}>`;
const side = (cents: bigint): string => tag('CdtDbtInd', cents < 0n ? 'DBIT' : 'CRDT');

/** A camt.053 of version 8 for one account and of version 2 for the other, as banks differ. */
export function camt053(profile: Spec, ...statements: readonly Statement[]): string {
  const [{ id, date } = { id: '', date: '' }] = statements;
  const bodies = statements.map((statement) => stmt(profile, statement));
  return document(profile, 'camt.053', tag('BkToCstmrStmt', header(id, date), ...bodies));
}

function stmt(profile: Spec, { id, date, opening, closing, entries }: Statement): string {
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
  return tag('Stmt', ...body);
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

/** Two messages that banks use for it. */
export function camtEarly(
  profile: Spec,
  message: 'camt.052' | 'camt.054',
  { id, date, told }: { id: string; date: string; told: readonly Early[] },
): string {
  const entries = told.map(({ entry, status }) => {
    return ntry(profile, entry, { status, servicer: earlyNumberOf(profile, entry) });
  });
  const body = [tag('Id', id), tag('CreDtTm', `${date}T12:00:00Z`), accountOf(profile), ...entries];
  const [root, one] =
    message === 'camt.052' ? ['BkToCstmrAcctRpt', 'Rpt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  return document(profile, message, tag(root, header(id, date), tag(one, ...body)));
}

/** The number that files of the books have, too, if there is no other in common by which a payment is known. */
export const earlyNumberOf = ({ renumbersEarly }: Spec, { servicer }: Entry): string =>
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
