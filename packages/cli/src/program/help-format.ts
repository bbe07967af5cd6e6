import { type Command, Help } from 'commander'

/** What help says beside what commander knows. */
export interface Explanation {
  /** What to type, and what comes of it. */
  readonly examples?: readonly (readonly [typed: string, makes: string])[]
  /** What few need to know: what is refused, what an operator can set. It comes last. */
  readonly details?: string
}

const explanations = new WeakMap<Command, Explanation>()

/** Gives a command its examples and details. */
export function setExplanation(command: Command, explanation: Explanation): Command {
  explanations.set(command, explanation)
  return command
}

/** Whether a command has examples or details already. */
export const isExplained = (command: Command): boolean => explanations.has(command)

/** Help for people: what a command does, then examples, then how it is typed and its flags, then the details. */
export function formatHelp(command: Command, helper: Help): string {
  const { examples = [], details } = explanations.get(command) ?? {}
  const wrapped = (text: string) =>
    text
      .split('\n')
      .map((line) => helper.boxWrap(line, helper.helpWidth ?? 80))
      .join('\n')
  const silent = Object.assign(Object.create(helper) as Help, { commandDescription: () => '' })
  const shown = examples.map(([typed, makes]) => `  ${typed}\n      ${makes}`).join('\n')
  const parts = [
    wrapped(helper.commandDescription(command)),
    ...(shown ? [`Examples:\n${shown}`] : []),
    Help.prototype.formatHelp.call(silent, command, silent).trimEnd(),
    ...(details ? [`Details:\n${wrapped(details)}`] : []),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** What callers of the server need to know, and hardly anybody at a terminal: status codes, error codes, variables. */
const FOR_CALLERS = /\b[45]\d\d\b|\bPLATELIGHT_[A-Z_]+|`[a-z]+(?:_[a-z]+)+`|`engine`|`engine: /

/** Parts a description: what is done for a photo first, what concerns callers of the server apart. */
export function splitDescription(text: string): { readonly told: string; readonly details: string } {
  const told: string[] = []
  const details: string[] = []
  for (const line of text.split('\n')) {
    const sentences = line.split(/(?<=[.;])\s+(?=[A-Z0-9`])/)
    const isDetail = (sentence: string) => FOR_CALLERS.test(sentence)
    told.push(sentences.filter((sentence) => !isDetail(sentence)).join(' '))
    details.push(sentences.filter(isDetail).join(' '))
  }
  const joined = (lines: readonly string[]) =>
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  return { told: joined(told), details: joined(details) }
}
