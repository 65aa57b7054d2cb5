export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * Each script asks the program for candidates, with the words up to the cursor, and falls back to files. The words are
 * passed on as they were typed, never evaluated.
 */
const SCRIPTS: Record<Shell, string> = {
  bash: `# payments completion for bash: source <(payments completion bash)
_payments_completion() {
  # Not COMP_WORDS, which bash splits at = and :.
  local line="\${COMP_LINE:0:COMP_POINT}" words current candidate
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current="\${words[\${#words[@]}-1]}"
  # Readline replaces only what follows an =.
  local kept="\${current%"\${current##*=}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    COMPREPLY+=("\${candidate#"$kept"}")
  done < <("\${words[0]}" complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -o default -F _payments_completion payments
`,
  zsh: `#compdef payments
# payments completion for zsh: source <(payments completion zsh)
_payments() {
  local word description
  local -a candidates
  while IFS=$'\\t' read -r word description; do
    candidates+=("\${word//:/\\\\:}:$description")
  done < <("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2> /dev/null)
  if (( \${#candidates} )); then _describe payments candidates; else _files; fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _payments "$@"; else compdef _payments payments; fi
`,
  fish: `# payments completion for fish: payments completion fish > ~/.config/fish/completions/payments.fish
function __payments_completion
  set -l words (commandline --tokenize --current-process --cut-at-cursor)
  set -l program $words[1]
  set -e words[1]
  set -l current (commandline --current-token --cut-at-cursor)
  set -l candidates ($program complete -- $words "$current" 2> /dev/null)
  if set -q candidates[1]
    printf '%s\\n' $candidates
  else
    __fish_complete_path "$current"
  end
end
complete --command payments --no-files --arguments '(__payments_completion)'
`,
};

export function scriptFor(shell: Shell): string {
  return SCRIPTS[shell];
}
