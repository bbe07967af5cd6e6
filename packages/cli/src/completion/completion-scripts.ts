// The completion scripts of the shells. Each script asks the program for candidates, so it stays valid when commands
// change. An answer has one line per candidate, with value and description separated by a tab, and ends with `:files`,
// `:folders` or `:none`: the paths that the shell adds itself.

export const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const
export type Shell = (typeof SHELLS)[number]

// Works with bash 3.2 of macOS and without the bash-completion package. bash itself adds and quotes files if there are
// no candidates.
const BASH = `_platelight() {
  local line kind=:files
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) kind=$line ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ $kind == :none ]] && type compopt >/dev/null 2>&1; then compopt +o default +o bashdefault; fi
  if [[ $kind == :folders ]] && type compopt >/dev/null 2>&1; then compopt -o dirnames; fi
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && type compopt >/dev/null 2>&1; then compopt -o nospace; fi
}
complete -o bashdefault -o default -F _platelight platelight
`

const ZSH = `#compdef platelight
_platelight() {
  local line kind
  local -a found
  while IFS= read -r line; do
    case $line in
      :*) kind=$line ;;
      *) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <("\${(Q)words[1]}" __complete zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe -t values platelight found
  case $kind in
    :files) _files ;;
    :folders) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _platelight ]]; then _platelight "$@"; else compdef _platelight platelight; fi
`

const FISH = `function __platelight_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete fish -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current" ''
            case :none
            case '*'
                echo $line
        end
    end
end
complete -c platelight -f -a '(__platelight_complete)'
`

// PowerShell before 7.3 drops empty arguments, so the word being typed is sent after an equals sign.
const PWSH = `Register-ArgumentCompleter -Native -CommandName platelight -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    & platelight __complete pwsh -- @before "=$wordToComplete" 2>$null | ForEach-Object {
        $value, $about = $_ -split "\`t", 2
        if ($value -eq ':files' -or $value -eq ':folders') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        } elseif ($value -ne ':none') {
            if (-not $about) { $about = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
        }
    }
}
`

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH, pwsh: PWSH }

export const completionScript = (shell: Shell): string => SCRIPTS[shell]

/** How to install each script for every new shell. */
export const INSTALLATION = `
To install it for every new shell:
  bash  echo 'source <(platelight completion bash)' >> ~/.bashrc
  zsh   platelight completion zsh > "\${fpath[1]}/_platelight"
  fish  platelight completion fish > ~/.config/fish/completions/platelight.fish
  pwsh  platelight completion pwsh >> $PROFILE
`
