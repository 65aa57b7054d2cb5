import { parsePointAmount } from './amounts.ts';
import type { FileEntry } from './statement-file.ts';
import { accountOf, cleanTexts, referenceOrNull, textOrNull } from './texts.ts';
import { all, first, textAt, type Element } from './xml.ts';

/** One payment of an entry, which is a TxDtls. */
export interface Details extends Pick<
  FileEntry,
  'code' | 'creditorReferences' | 'texts' | 'instructed' | 'reason'
> {
  amount: FileEntry['instructed'];
  side: 'CRDT' | 'DBIT' | undefined;
  /** Null where the payment has none. */
  references: Omit<FileEntry['references'], 'entry'>;
  debtor: FileEntry['party'];
  creditor: FileEntry['party'];
  isReturn: boolean;
}

export function readDetails(element: Element): Details {
  const side = textAt(element, 'CdtDbtInd');
  const code = codeOf(element);
  const returned = first(element, 'RtrInf');
  return {
    amount: amountAt(element, 'Amt') ?? amountAt(element, 'AmtDtls/TxAmt/Amt'),
    side: side === 'CRDT' || side === 'DBIT' ? side : undefined,
    code,
    references: referencesOf(element),
    creditorReferences: cleanTexts([
      ...all(element, 'RmtInf/Strd/CdtrRefInf/Ref').map(({ text }) => text),
      ...all(element, 'RmtInf/Strd/CdtrRefInf/CdtrRef').map(({ text }) => text),
    ]),
    texts: cleanTexts([
      ...all(element, 'RmtInf/Ustrd').map(({ text }) => text),
      ...all(element, 'RmtInf/Strd/RfrdDocInf/Nb').map(({ text }) => text),
      ...all(element, 'RmtInf/Strd/AddtlRmtInf').map(({ text }) => text),
      textAt(element, 'AddtlTxInf'),
    ]),
    debtor: partyOf(element, 'Dbtr'),
    creditor: partyOf(element, 'Cdtr'),
    instructed: amountAt(element, 'AmtDtls/InstdAmt/Amt'),
    isReturn: returned !== undefined || code?.split(' ')[0]?.endsWith('/RRTN') === true,
    reason: returned ? reasonOf(returned) : null,
  };
}

/** The bank's code for an entry or a payment, which has ISO's domain, family and sub-family, then its own. */
export function codeOf(element: Element): string | null {
  const domain = first(element, 'BkTxCd/Domn');
  const iso = [textAt(domain, 'Cd'), textAt(domain, 'Fmly/Cd'), textAt(domain, 'Fmly/SubFmlyCd')];
  const parts = iso.filter((part) => part !== undefined);
  return textOrNull(`${parts.join('/')} ${textAt(element, 'BkTxCd/Prtry/Cd') ?? ''}`);
}

function referencesOf(element: Element): Details['references'] {
  const at = (name: string) => referenceOrNull(textAt(element, `Refs/${name}`));
  return {
    servicer: at('AcctSvcrRef'),
    endToEnd: at('EndToEndId'),
    instruction: at('InstrId'),
    transaction: at('TxId'),
    uetr: at('UETR'),
    clearing: at('ClrSysRef'),
    message: at('MsgId'),
    paymentInformation: at('PmtInfId'),
  };
}

/** Null rather than refused if it cannot be read, because only the entry's own amount is booked. */
function amountAt(element: Element, path: string): FileEntry['instructed'] {
  const found = first(element, path);
  const text = found?.text.trim() ?? '';
  const currency = found?.attributes.Ccy ?? '';
  if (!/^\d{1,18}(\.\d{1,5})?$/.test(text) || !/^[A-Z]{3}$/.test(currency)) return null;
  return { amount: parsePointAmount(text), currency };
}

/** Until version 7 directly, since version 8 within Pty or, for a bank, Agt. */
function partyOf(element: Element, role: 'Dbtr' | 'Cdtr'): FileEntry['party'] {
  const parties = first(element, 'RltdPties');
  const account = first(parties, `${role}Acct/Id`);
  const agent = first(element, `RltdAgts/${role}Agt/FinInstnId`);
  const nameAt = (path: string) =>
    textAt(parties, `${path}/Nm`) ??
    textAt(parties, `${path}/Pty/Nm`) ??
    textAt(parties, `${path}/Agt/FinInstnId/Nm`);
  return {
    name: textOrNull(nameAt(role) ?? nameAt(`Ultmt${role}`)),
    account: accountOf(textAt(account, 'IBAN') ?? textAt(account, 'Othr/Id')) || null,
    bic: textOrNull(textAt(agent, 'BICFI') ?? textAt(agent, 'BIC')),
    routing: textOrNull(textAt(agent, 'ClrSysMmbId/MmbId') ?? textAt(agent, 'Othr/Id')),
  };
}

function reasonOf(element: Element): FileEntry['reason'] {
  return {
    code: textOrNull(
      textAt(element, 'Rsn/Cd') ?? textAt(element, 'Rsn/Prtry') ?? textAt(element, 'RtrRsn/Cd'),
    ),
    words: textOrNull(
      all(element, 'AddtlInf')
        .map(({ text }) => text)
        .join(' '),
    ),
  };
}
