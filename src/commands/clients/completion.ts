import { Argument } from 'commander';
import type { PaymentsCommand } from '../frame/index.ts';
import { findCandidates } from './candidates.ts';
import { scriptFor, SHELLS, type Shell } from './completion-scripts.ts';

/** `print` writes to the terminal. */
export function registerCompletionCommands(program: PaymentsCommand, print: (text: string) => void): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that you use').choices(SHELLS))
    .description('print the shell completion script')
    .example(
      'source <(payments completion bash)        # in ~/.bashrc',
      'source <(payments completion zsh)         # in ~/.zshrc, after compinit',
      'payments completion fish > ~/.config/fish/completions/payments.fish',
    )
    .action((shell: Shell) => print(scriptFor(shell)));

  program
    .command('complete', { hidden: true })
    .description('list completion candidates, one per line; used by the scripts of `completion`')
    .argument('[words...]', 'the words after `payments`, up to the cursor')
    .example("payments complete -- keys ''")
    .action((words: string[]) => {
      for (const { word, description } of findCandidates(program, words)) print(`${word}\t${description}\n`);
    });
}
