import { type Command, Help } from 'commander'

/** Additions to commander's help text. */
export interface Explanation {
  /** Commands, each with a description of its result. */
  readonly examples?: readonly (readonly [typed: string, result: string])[]
  /** Details that few users need, such as error codes and operator settings. Shown last. */
  readonly details?: string
}

const explanations = new WeakMap<Command, Explanation>()

/** Sets the examples and details of a command. */
export function setExplanation(command: Command, explanation: Explanation): Command {
  explanations.set(command, explanation)
  return command
}

/** Whether a command has examples or details already. */
export const isExplained = (command: Command): boolean => explanations.has(command)

/** Formats help: description, examples, usage and flags, details. */
export function formatHelp(command: Command, helper: Help): string {
  const { examples = [], details } = explanations.get(command) ?? {}
  const wrapped = (text: string) =>
    text
      .split('\n')
      .map((line) => helper.boxWrap(line, helper.helpWidth ?? 80))
      .join('\n')
  const withoutDescription = Object.assign(Object.create(helper) as Help, { commandDescription: () => '' })
  const exampleText = examples.map(([typed, result]) => `  ${typed}\n      ${result}`).join('\n')
  const parts = [
    wrapped(helper.commandDescription(command)),
    ...(exampleText ? [`Examples:\n${exampleText}`] : []),
    Help.prototype.formatHelp.call(withoutDescription, command, withoutDescription).trimEnd(),
    ...(details ? [`Details:\n${wrapped(details)}`] : []),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Matches sentences for API callers rather than CLI users: status codes, error codes, variables. */
const FOR_CALLERS = /\b[45]\d\d\b|\bPLATELIGHT_[A-Z_]+|`[a-z]+(?:_[a-z]+)+`|`engine`|`engine: /

/** Splits a description into the main text for CLI users and the details for API callers. */
export function splitDescription(text: string): { readonly main: string; readonly details: string } {
  const main: string[] = []
  const details: string[] = []
  for (const line of text.split('\n')) {
    const sentences = line.split(/(?<=[.;])\s+(?=[A-Z0-9`])/)
    const isDetail = (sentence: string) => FOR_CALLERS.test(sentence)
    // What follows a semicolon may have gone to the details.
    main.push(
      sentences
        .filter((sentence) => !isDetail(sentence))
        .join(' ')
        .replace(/;$/, '.'),
    )
    details.push(sentences.filter(isDetail).join(' '))
  }
  const joined = (lines: readonly string[]) =>
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  return { main: joined(main), details: joined(details) }
}
