import type { Command } from 'commander';

/** The options that name where money goes; which are needed depends on the method. */
export interface DestinationOptions {
  clabe?: string;
  address?: string;
  network?: string;
  bankAccountNumber?: string;
  bankRoutingNumber?: string;
  bankAccountName?: string;
}

export function addDestinationOptions(command: Command): Command {
  return command
    .option('--clabe <clabe>', 'where to, for a method with CLABEs')
    .option('--address <address>', 'where to, for a method on chain, with --network')
    .option('--network <network>')
    .option('--bank-account-number <number>', 'where to, for a bank account, with the next two')
    .option('--bank-routing-number <number>')
    .option('--bank-account-name <name>');
}

/** The destination alone, out of a command's options. */
export function destinationOf(options: DestinationOptions): DestinationOptions {
  const { clabe, address, network, bankAccountNumber, bankRoutingNumber, bankAccountName } = options;
  return {
    clabe,
    address,
    network,
    bankAccountNumber,
    bankRoutingNumber,
    bankAccountName,
  } as DestinationOptions;
}
