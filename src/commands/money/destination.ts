import type { DestinationParts } from '../../treasury/index.ts';
import type { PaymentsCommand } from '../frame/index.ts';

/** The options for a destination; the method decides which of them are required. */
export function addDestinationOptions(command: PaymentsCommand): PaymentsCommand {
  return command
    .option('--clabe <clabe>', 'the destination, for methods with CLABEs')
    .option('--beneficiary <name>', "the CLABE's holder; by default the account, or the payer of a refund")
    .option('--address <address>', 'the destination, for on-chain methods, with --network')
    .option('--network <network>', 'the chain, like Polygon')
    .option('--bank-account-number <number>', "a bank account's number, with its routing number or BIC")
    .option('--bank-routing-number <number>', "the bank's routing number (ABA), in the US")
    .option('--bank-account-type <type>', 'checking or savings, in the US')
    .option('--iban <iban>', "a bank account's IBAN, instead of its number")
    .option('--bic <bic>', "the bank's BIC, outside the US")
    .option('--bank-account-name <name>', "the bank account's holder")
    .option('--bank-name <name>', 'the bank')
    .option('--holder-type <type>', 'individual or business: what the holder is')
    .option('--holder-street <street>', "the holder's address, if the bank wants it")
    .option('--holder-city <city>', 'its city')
    .option('--holder-state <state>', 'its state or province')
    .option('--holder-postal-code <code>', 'its postal code')
    .option('--holder-country <country>', 'its country, like US')
    .option('--breb-key <key>', 'a Bre-B key')
    .option('--holder-document-type <type>', "the type of the key's holder's document, like CC")
    .option('--holder-document-number <number>', 'its number');
}

/** The destination from a command's options. */
export function destinationOf(options: DestinationParts): DestinationParts {
  return {
    clabe: options.clabe,
    beneficiary: options.beneficiary,
    address: options.address,
    network: options.network,
    bankAccountNumber: options.bankAccountNumber,
    bankRoutingNumber: options.bankRoutingNumber,
    bankAccountType: options.bankAccountType,
    iban: options.iban,
    bic: options.bic,
    bankAccountName: options.bankAccountName,
    bankName: options.bankName,
    holderType: options.holderType,
    holderStreet: options.holderStreet,
    holderCity: options.holderCity,
    holderState: options.holderState,
    holderPostalCode: options.holderPostalCode,
    holderCountry: options.holderCountry,
    brebKey: options.brebKey,
    holderDocumentType: options.holderDocumentType,
    holderDocumentNumber: options.holderDocumentNumber,
  };
}
