// `writ completion SHELL`: a script that completes commands, their options and files in a shell.
import { optionsOf, verbsOf, type CommandName } from "../options.ts";
import { usages } from "../terminal/usage.ts";

/** Undefined where the shell is not known. */
export const completionScript = (shell: string, commands: readonly CommandName[]): string | undefined =>
  shell === "bash" ? bash(commands) : shell === "zsh" ? zsh(commands) : shell === "fish" ? fish(commands) : undefined;

/** What is only refused in words is not offered. */
const optionsIn = (command: CommandName): readonly string[] =>
  Object.entries<unknown>(usages[command].options).flatMap(([name, shown]) => (shown === "hidden" ? [] : [name]));

const wordsOf = (command: CommandName): readonly string[] => [
  ...(verbsOf[command] ?? []),
  ...optionsIn(command).map((name) => `--${name}`),
  "--help",
];

const cases = (commands: readonly CommandName[]): string =>
  [
    ...commands.map((command) => `    ${command}) words="${wordsOf(command).join(" ")}" ;;`),
    `    help) words="${commands.join(" ")}" ;;`,
  ].join("\n");

const bash = (commands: readonly CommandName[]): string => `# writ completion bash >> ~/.bashrc
_writ() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.join(" ")} help --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases(commands)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _writ writ
`;

const zsh = (commands: readonly CommandName[]): string => `#compdef writ
# writ completion zsh > a folder of $fpath, as _writ; or: source <(writ completion zsh)
_writ() {
  local words_of=""
  if (( CURRENT == 2 )); then
    compadd -- ${commands.join(" ")} help --help --version
    return
  fi
  case "\${words[2]}" in
${cases(commands).replaceAll("words=", "words_of=")}
  esac
  compadd -- \${=words_of}
  _files
}
(( $+functions[compdef] )) && compdef _writ writ
`;

const fish = (commands: readonly CommandName[]): string =>
  [
    "# writ completion fish > ~/.config/fish/completions/writ.fish",
    `complete -c writ -n __fish_use_subcommand -f -a help -d "show the options of a command"`,
    `complete -c writ -n "__fish_seen_subcommand_from help" -f -a "${commands.join(" ")}"`,
    ...commands.flatMap((command) => {
      const within = `complete -c writ -n "__fish_seen_subcommand_from ${command}"`;
      const verbs = verbsOf[command] ?? [];
      const kinds: Readonly<Record<string, { readonly type: string }>> = optionsOf[command];
      return [
        `complete -c writ -n __fish_use_subcommand -f -a ${command} -d "${usages[command].does}"`,
        ...(verbs.length === 0 ? [] : [`${within} -a "${verbs.join(" ")}"`]),
        ...optionsIn(command).map((name) => `${within} -l ${name}${kinds[name]?.type === "string" ? " -r" : ""}`),
      ];
    }),
    "",
  ].join("\n");
