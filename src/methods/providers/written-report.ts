import { formatExact, money } from '../../lib/money.ts';
import { MOST_DEPOSITED, type ReportedDeposit, type WrittenReport } from './provider.ts';

export function writeReport(deposit: ReportedDeposit): WrittenReport {
  const { method, asset, network, amount, destination, reference, payer, mayBeAnothers, isSurmised } =
    deposit;
  return {
    method,
    asset,
    network,
    amount: formatExact(amount),
    destination,
    reference,
    payer,
    ...(mayBeAnothers === undefined ? {} : { mayBeAnothers }),
    ...(isSurmised === undefined ? {} : { isSurmised }),
  };
}

/** A report in the form of the reporting cell, with the reference that the deposit has there. */
export function readReport(
  { method, asset, network, amount, destination, reference, payer, mayBeAnothers, isSurmised }: WrittenReport,
  providerReference: string,
): ReportedDeposit {
  return {
    providerReference,
    method,
    asset,
    network,
    amount: money(amount),
    destination,
    reference,
    payer,
    ...(mayBeAnothers === undefined ? {} : { mayBeAnothers }),
    ...(isSurmised === undefined ? {} : { isSurmised }),
    final: true,
  };
}

const AMOUNT = /^\d{1,12}(?:\.\d{1,18})?$/;

/** Whether JSON that another cell sent is a report. */
export function isReport(value: unknown): value is WrittenReport {
  if (typeof value !== 'object' || value === null) return false;
  const { method, asset, network, amount, destination, reference, payer, mayBeAnothers, isSurmised } =
    value as Partial<Record<keyof WrittenReport, unknown>>;
  return (
    [method, asset, destination].every(isText) &&
    [network, reference].every((text) => text === null || isText(text)) &&
    isAmount(amount) &&
    isPayer(payer) &&
    (mayBeAnothers === undefined || typeof mayBeAnothers === 'boolean') &&
    (isSurmised === undefined || typeof isSurmised === 'boolean')
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isAmount(value: unknown): boolean {
  return (
    typeof value === 'string' && AMOUNT.test(value) && money(value).gt(0) && money(value).lt(MOST_DEPOSITED)
  );
}

function isPayer(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((word) => typeof word === 'string')
  );
}
