import type { DestinationParts } from '../../treasury/index.ts';
import type { PaymentsCommand } from '../frame/command.ts';

/** The options for a destination; the method decides which of them are required. */
export function addDestinationOptions(command: PaymentsCommand): PaymentsCommand {
  return command
    .option('--clabe <clabe>', 'the destination, for methods with CLABEs')
    .option('--beneficiary <name>', "the CLABE's holder; by default the account, or the payer of a refund")
    .option('--address <address>', 'the destination, for on-chain methods, with --network')
    .option('--network <network>', 'the chain, like Polygon')
    .option('--bank-account-number <number>', 'the destination, for bank accounts, with the next two')
    .option('--bank-routing-number <number>', "its bank's routing number")
    .option('--bank-account-name <name>', 'its holder');
}

/** The destination from a command's options. */
export function destinationOf(options: DestinationParts): DestinationParts {
  const { clabe, beneficiary, address, network } = options;
  const { bankAccountNumber, bankRoutingNumber, bankAccountName } = options;
  return { clabe, beneficiary, address, network, bankAccountNumber, bankRoutingNumber, bankAccountName };
}
