export { isPaymentReference, paymentReferenceOf } from './payment-reference.ts';
export { creditorReferenceOf, isCreditorReference } from './creditor-reference.ts';
export { numericReferenceOf } from './numeric-reference.ts';
export { instructionIdOf, isInstructionId } from './instruction-id.ts';
export { candidateInstructionIds, numericCandidates, candidateReferences } from './candidates.ts';
