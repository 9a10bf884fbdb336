// `earshot completion`: scripts for shells, generated from the declarations of the commands.
import { GLOBAL_OPTIONS } from './arguments.ts'
import type { Command, Option } from './command.ts'

type Commands = Record<string, Command>

const SHELLS = { bash, zsh, fish }

export const makeCompletion = (loadAll: () => Promise<Commands>): Command => ({
  summary: 'print a completion script for a shell',
  description: 'The script completes commands, subcommands, options, fixed values and file names.',
  arguments: [{ name: 'SHELL', description: 'The shell.', choices: Object.keys(SHELLS) }],
  examples: [
    [
      'eval "$(earshot completion bash)"',
      'Complete in this bash; put the line in ~/.bashrc to keep it.',
    ],
    ['earshot completion zsh > ~/.zfunc/_earshot', 'Install for zsh, where ~/.zfunc is in fpath.'],
    ['earshot completion fish > ~/.config/fish/completions/earshot.fish', 'Install for fish.'],
  ],
  async run(_, [shell]) {
    console.log(SHELLS[shell as keyof typeof SHELLS](await loadAll()))
  },
})

/** Every command and subcommand with its full name, such as "clients create". */
const listAll = (commands: Commands, prefix = ''): [string, Command][] =>
  Object.entries(commands).flatMap(([word, command]) => [
    [prefix + word, command],
    ...listAll(command.subcommands ?? {}, `${prefix}${word} `),
  ])

const listOptions = ({ options = {} }: Command): [string, Option][] =>
  Object.entries({ ...options, ...GLOBAL_OPTIONS })

const listChoices = ({ arguments: args = [] }: Command) =>
  args.flatMap(({ choices = [] }) => choices)

const takesFile = ({ arguments: args = [] }: Command) => args.some(({ name }) => name === 'FILE')

const spell = (name: string, { short }: Option) => [`--${name}`, ...(short ? [`-${short}`] : [])]

/** The words that can follow a command. */
const listWords = (command: Command): string[] => [
  ...Object.keys(command.subcommands ?? {}),
  ...listChoices(command),
  ...listOptions(command).flatMap(([name, option]) => spell(name, option)),
]

/** For bash and zsh: a `case` with one branch for each command, and one for the values of each option. */
function listBranches(commands: Commands, file: string): { words: string; values: string } {
  const words = listAll(commands).map(([name, command]) => {
    const files = takesFile(command) ? `; ${file}` : ''
    return `    '${name}') names='${listWords(command).join(' ')}'${files} ;;`
  })
  const values = listAll(commands).flatMap(([name, command]) =>
    listOptions(command)
      .filter(([, { type }]) => type === 'string')
      .map(([key, option]) => {
        const patterns = spell(key, option).map((spelling) => `'${name} ${spelling}'`)
        const choices = `names='${option.choices?.join(' ') ?? ''}'`
        return `    ${patterns.join(' | ')}) ${choices}${option.value === 'FILE' ? `; ${file}` : ''} ;;`
      }),
  )
  return { words: words.join('\n'), values: values.join('\n') }
}

const listGroups = (commands: Commands) =>
  Object.keys(commands)
    .filter((name) => commands[name]?.subcommands)
    .map((name) => `'${name}'`)
    .join(' | ')

const listFirstWords = (commands: Commands) =>
  [...Object.keys(commands), '--help', '--version'].join(' ')

function bash(commands: Commands): string {
  const { words, values } = listBranches(commands, 'files=1')
  return `# Completion of earshot for bash.
_earshot() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local command=\${COMP_WORDS[1]-} names='' files='' IFS=$'\\n'
  [ "$COMP_CWORD" -eq 1 ] && command=''
  case $command in
    ${listGroups(commands)}) [ "$COMP_CWORD" -gt 2 ] && command+=" \${COMP_WORDS[2]}" ;;
  esac
  case "$command $previous" in
${values}
    *)
      case $command in
        '') names='${listFirstWords(commands)}' ;;
${words.replaceAll(/^/gm, '    ')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "\${names// /$IFS}" \${files:+-f} -- "$current"))
  if [ -n "$files" ]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _earshot earshot`
}

function zsh(commands: Commands): string {
  const { words, values } = listBranches(commands, 'files=1')
  return `#compdef earshot
# Completion of earshot for zsh.
_earshot() {
  local previous=\${words[CURRENT - 1]} command=\${words[2]} names='' files=''
  if (( CURRENT == 2 )); then
    compadd -- ${listFirstWords(commands)}
    return
  fi
  case $command in
    ${listGroups(commands)}) (( CURRENT > 3 )) && command+=" \${words[3]}" ;;
  esac
  case "$command $previous" in
${values}
    *)
      case $command in
${words.replaceAll(/^/gm, '    ')}
      esac
      ;;
  esac
  compadd -- \${=names}
  [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _earshot ]]; then
  _earshot "$@"
else
  compdef _earshot earshot
fi`
}

const quoteFish = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

function fish(commands: Commands): string {
  const lines = listAll(commands).flatMap(([name, command]) => {
    const [first, second] = name.split(' ')
    const parents = second ? `__fish_seen_subcommand_from ${first}` : '__fish_use_subcommand'
    const siblings = Object.keys(commands[first as string]?.subcommands ?? {}).join(' ')
    const place = second ? `${parents}; and not __fish_seen_subcommand_from ${siblings}` : parents
    const self = second
      ? `${parents}; and __fish_seen_subcommand_from ${second}`
      : `__fish_seen_subcommand_from ${first}`
    return [
      `complete -c earshot -n ${quoteFish(place)} -a ${second ?? first} -d ${quoteFish(command.summary)}`,
      ...listOptions(command).map(([key, option]) => fishOption(self, key, option)),
      ...listChoices(command).map(
        (choice) => `complete -c earshot -n ${quoteFish(self)} -a ${choice}`,
      ),
      ...(takesFile(command) ? [`complete -c earshot -n ${quoteFish(self)} -F`] : []),
    ]
  })
  return ['# Completion of earshot for fish.', 'complete -c earshot -f', ...lines].join('\n')
}

function fishOption(place: string, name: string, option: Option): string {
  const short = option.short ? ` -s ${option.short}` : ''
  const choices = option.choices ? ` -a ${quoteFish(option.choices.join(' '))}` : ''
  const value = option.type === 'boolean' ? '' : option.value === 'FILE' ? ' -r -F' : ' -x'
  const description = quoteFish(option.description.split('. ', 1)[0] ?? '')
  return `complete -c earshot -n ${quoteFish(place)} -l ${name}${short}${value}${choices} -d ${description}`
}
