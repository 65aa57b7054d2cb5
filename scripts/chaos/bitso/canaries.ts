import { clabeCheckDigit } from '../../../src/methods/clabe.ts';

const clabe = (digits: string): string => digits + clabeCheckDigit(digits);

/** What must be in no log: each is nowhere else, so that finding it proves something. */
export const CANARIES = {
  secret: 'canary-secret-5f1e7d0c9b8a',
  junoSecret: 'canary-secret-of-juno-77aa01',
  payer: 'CANARIA PAYER ÑANDÚ',
  beneficiary: 'CANARIA BENEFICIARY',
  payerClabe: clabe('01218009998887776'),
  beneficiaryClabe: clabe('03218009998887776'),
  /** At another company that has its CLABEs at Nvio. */
  nvioClabe: clabe('71096900000077712'),
};
