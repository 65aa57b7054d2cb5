import type { PostalAddress } from '../../../index.ts';
import { amountText, totalOf } from './amounts.ts';
import type { Payment, PaymentBatch } from './batch.ts';
import { creditorOf, type Creditor } from './creditor.ts';
import { groupsOf, type Group } from './groups.ts';
import type { Debtor, PainProfile } from './profile.ts';
import { addressFor, MOST, remittanceFor } from './room.ts';
import { cut, wordsFor } from './words.ts';
import { element, textElement, type Xml } from '../../../../lib/xml.ts';

/** A payment file of ISO 20022. Its order of elements is the schema's. */
export function writePain(profile: PainProfile, batch: PaymentBatch): string {
  const groups = groupsOf(profile, batch);
  const document = element(
    'CstmrCdtTrfInitn',
    groupHeader(profile, batch),
    ...groups.map((group) => paymentInformation(profile, batch, group)),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${profile.format}">${document}</Document>\n`
  );
}

function groupHeader(profile: PainProfile, batch: PaymentBatch): Xml {
  return element(
    'GrpHdr',
    textElement('MsgId', batch.messageId),
    textElement('CreDtTm', `${batch.createdAt.toISOString().slice(0, 19)}Z`),
    ...controlsOf(profile, batch.payments),
    element('InitgPty', nameOf(profile, profile.debtor.name)),
  );
}

function controlsOf({ currency }: PainProfile, payments: readonly Payment[]): Xml[] {
  return [
    textElement('NbOfTxs', String(payments.length)),
    textElement('CtrlSum', amountText(totalOf(payments), currency)),
  ];
}

function paymentInformation(
  profile: PainProfile,
  { executionDate }: PaymentBatch,
  { id, achKind, payments }: Group,
): Xml {
  const isNew = profile.format === 'pain.001.001.09';
  return element(
    'PmtInf',
    textElement('PmtInfId', id),
    textElement('PmtMtd', 'TRF'),
    textElement('BtchBookg', String(profile.batchBooking)),
    ...controlsOf(profile, payments),
    paymentType(profile, achKind),
    isNew
      ? element('ReqdExctnDt', textElement('Dt', executionDate))
      : textElement('ReqdExctnDt', executionDate),
    ...debtorOf(profile),
    chargeBearer(profile),
    ...payments.map((payment) => creditTransfer(profile, payment)),
  );
}

function paymentType(profile: PainProfile, achKind: Group['achKind']): Xml {
  return element(
    'PmtTpInf',
    element('SvcLvl', textElement('Cd', serviceLevelOf(profile))),
    achKind &&
      element('LclInstrm', textElement(profile.localInstrument === 'proprietary' ? 'Prtry' : 'Cd', achKind)),
  );
}

function serviceLevelOf({ kind, serviceLevel }: PainProfile): string {
  switch (kind) {
    case 'sepa':
      return 'SEPA';
    case 'ach':
      return 'NURG';
    case 'international_wire':
      return serviceLevel;
    case 'us_wire':
    case 'spei':
      return 'URGP';
  }
}

function chargeBearer({ kind, charges }: PainProfile): Xml | undefined {
  if (kind === 'sepa') return textElement('ChrgBr', 'SLEV');
  if (kind !== 'international_wire') return undefined;
  return textElement('ChrgBr', charges === 'debtor' ? 'DEBT' : 'SHAR');
}

function debtorOf(profile: PainProfile): Xml[] {
  const { name, account, agent, address } = profile.debtor;
  return [
    element('Dbtr', nameOf(profile, name), addressOf(profile, address)),
    element('DbtrAcct', accountId(account), textElement('Ccy', profile.currency)),
    element('DbtrAgt', institution(profile, agent)),
  ];
}

function creditTransfer(profile: PainProfile, payment: Payment): Xml {
  const creditor = creditorOf(profile, payment);
  return element(
    'CdtTrfTxInf',
    element(
      'PmtId',
      textElement('InstrId', payment.instructionId),
      textElement('EndToEndId', payment.instructionId),
    ),
    element(
      'Amt',
      textElement('InstdAmt', amountText(payment.amount, payment.currency), { Ccy: payment.currency }),
    ),
    creditor.agent && element('CdtrAgt', institution(profile, creditor.agent)),
    element('Cdtr', nameOf(profile, creditor.name), addressOf(profile, creditor.address)),
    element('CdtrAcct', accountId(creditor.account), accountType(profile, creditor)),
    remittance(profile, payment),
  );
}

function nameOf({ charset }: PainProfile, name: string): Xml {
  return textElement('Nm', cut(wordsFor(charset, name), MOST.name));
}

function accountId(account: Creditor['account']): Xml {
  return element(
    'Id',
    'iban' in account
      ? textElement('IBAN', account.iban)
      : element('Othr', textElement('Id', account.number)),
  );
}

function accountType({ kind }: PainProfile, { isSavings }: Creditor): Xml | undefined {
  if (kind !== 'ach') return undefined;
  return element('Tp', textElement('Cd', isSavings ? 'SVGS' : 'CACC'));
}

function institution({ format }: PainProfile, agent: Debtor['agent']): Xml {
  if ('bic' in agent) {
    return element('FinInstnId', textElement(format === 'pain.001.001.03' ? 'BIC' : 'BICFI', agent.bic));
  }
  return element(
    'FinInstnId',
    element(
      'ClrSysMmbId',
      element('ClrSysId', textElement('Cd', 'USABA')),
      textElement('MmbId', agent.routingNumber),
    ),
    element('PstlAdr', textElement('Ctry', 'US')),
  );
}

function addressOf(profile: PainProfile, address: PostalAddress | undefined): Xml | undefined {
  if (address === undefined) return undefined;
  const { street, postalCode, town, subdivision, country, lines } = addressFor(profile, address);
  const given = (name: string, text: string): Xml | undefined =>
    text === '' ? undefined : textElement(name, text);
  return element(
    'PstlAdr',
    given('StrtNm', street),
    given('PstCd', postalCode),
    given('TwnNm', town),
    given('CtrySubDvsn', subdivision),
    textElement('Ctry', country),
    ...lines.map((line) => textElement('AdrLine', line)),
  );
}

function remittance(profile: PainProfile, payment: Payment): Xml {
  if (payment.remittance !== null && 'creditorReference' in payment.remittance) {
    return element('RmtInf', structured(payment.remittance.creditorReference));
  }
  return element('RmtInf', textElement('Ustrd', remittanceFor(profile, payment)));
}

function structured(reference: string): Xml {
  return element(
    'Strd',
    element(
      'CdtrRefInf',
      element('Tp', element('CdOrPrtry', textElement('Cd', 'SCOR')), textElement('Issr', 'ISO')),
      textElement('Ref', reference),
    ),
  );
}
