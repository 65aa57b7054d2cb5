import type { DestinationParts } from '../../transfers/destination.ts';
import type { PaymentsCommand } from '../command.ts';

/** The options that name where money goes; which of them are needed depends on the method. */
export function addDestinationOptions(command: PaymentsCommand): PaymentsCommand {
  return command
    .option('--clabe <clabe>', 'where to, for a method with CLABEs')
    .option('--beneficiary <name>', "the CLABE's holder; by default the account, or the payer of a refund")
    .option('--address <address>', 'where to, for a method on chain, with --network')
    .option('--network <network>', 'the chain, like Polygon')
    .option('--bank-account-number <number>', 'where to, for a bank account, with the next two')
    .option('--bank-routing-number <number>', 'of its bank')
    .option('--bank-account-name <name>', 'who holds it');
}

/** The destination alone, out of a command's options. */
export function destinationOf(options: DestinationParts): DestinationParts {
  const { clabe, beneficiary, address, network } = options;
  const { bankAccountNumber, bankRoutingNumber, bankAccountName } = options;
  return { clabe, beneficiary, address, network, bankAccountNumber, bankRoutingNumber, bankAccountName };
}
