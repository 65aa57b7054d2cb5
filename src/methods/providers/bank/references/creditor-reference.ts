import { remainderOf97 } from '../../../index.ts';

const CREDITOR_REFERENCE = /^RF[0-9]{2}[A-Z0-9]{1,21}$/;

/** A reference as a creditor reference of ISO 11649, for the banks that have a field for one. */
export function creditorReferenceOf(reference: string): string {
  if (!/^[A-Z0-9]{1,21}$/.test(reference))
    throw new Error(`no creditor reference can be made of ${reference}`);
  const check = 98 - remainderOf97(`${reference}RF00`);
  return `RF${String(check).padStart(2, '0')}${reference}`;
}

/** Whether it is one with correct check digits, in upper case and without spaces. */
export function isCreditorReference(text: string): boolean {
  return CREDITOR_REFERENCE.test(text) && remainderOf97(text.slice(4) + text.slice(0, 4)) === 1;
}
