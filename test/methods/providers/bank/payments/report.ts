export interface ReportParts {
  version?: string;
  count?: number;
  sum?: string;
  status?: string;
  reason?: Reason;
  group?: { id: string; status?: string; reason?: Reason; count?: number; sum?: string };
  payments?: { id: string; status?: string; reason?: Reason }[];
}

interface Reason {
  code?: string;
  words?: string[];
}

/** A status report for the file PAY1, as a bank writes it. */
export function reportXml({
  version = '03',
  count,
  sum,
  status,
  reason,
  group,
  payments = [],
}: ReportParts): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>` +
    '<GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-23T15:04:05Z</CreDtTm></GrpHdr>' +
    '<OrgnlGrpInfAndSts><OrgnlMsgId>PAY1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>' +
    controls(count, sum) +
    text('GrpSts', status) +
    reasonXml(reason) +
    `</OrgnlGrpInfAndSts>${group === undefined ? '' : groupXml(group, payments)}</CstmrPmtStsRpt></Document>`
  );
}

function groupXml(
  { id, status, reason, count, sum }: NonNullable<ReportParts['group']>,
  payments: NonNullable<ReportParts['payments']>,
): string {
  const told = payments.map(
    (payment) =>
      `<TxInfAndSts><OrgnlInstrId>${payment.id}</OrgnlInstrId><OrgnlEndToEndId>${payment.id}</OrgnlEndToEndId>` +
      `${text('TxSts', payment.status)}${reasonXml(payment.reason)}</TxInfAndSts>`,
  );
  return (
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${controls(count, sum)}` +
    `${text('PmtInfSts', status)}${reasonXml(reason)}${told.join('')}</OrgnlPmtInfAndSts>`
  );
}

function controls(count: number | undefined, sum: string | undefined): string {
  return text('OrgnlNbOfTxs', count?.toString()) + text('OrgnlCtrlSum', sum);
}

function reasonXml(reason: Reason | undefined): string {
  if (reason === undefined) return '';
  const code = reason.code === undefined ? '' : `<Rsn>${text('Cd', reason.code)}</Rsn>`;
  return `<StsRsnInf>${code}${(reason.words ?? []).map((each) => text('AddtlInf', each)).join('')}</StsRsnInf>`;
}

function text(name: string, value: string | undefined): string {
  return value === undefined ? '' : `<${name}>${value}</${name}>`;
}
