import type { Command } from 'commander';
import type { DestinationParts } from '../../transfers/destination.ts';

/** The options that name where money goes; which of them are needed depends on the method. */
export function addDestinationOptions(command: Command): Command {
  return command
    .option('--clabe <clabe>', 'where to, for a method with CLABEs')
    .option('--beneficiary <name>', "the CLABE's holder; by default the account, or the payer of a refund")
    .option('--address <address>', 'where to, for a method on chain, with --network')
    .option('--network <network>')
    .option('--bank-account-number <number>', 'where to, for a bank account, with the next two')
    .option('--bank-routing-number <number>')
    .option('--bank-account-name <name>');
}

/** The destination alone, out of a command's options. */
export function destinationOf(options: DestinationParts): DestinationParts {
  const { clabe, beneficiary, address, network } = options;
  const { bankAccountNumber, bankRoutingNumber, bankAccountName } = options;
  return { clabe, beneficiary, address, network, bankAccountNumber, bankRoutingNumber, bankAccountName };
}
