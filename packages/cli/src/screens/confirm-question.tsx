import { Box, Text, useInput } from 'ink'
import { wrapped } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { draw } from './draw-screen.ts'

/** Asks a yes-or-no question; Ctrl-C means no. @param enterMeans Default: yes. */
export function confirm(
  question: string,
  context: Context,
  enterMeans?: QuestionProps['enterMeans'],
): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      screen.unmount()
      resolve(yes)
    }
    const screen = draw(
      <Question
        question={wrapped(question, (context.environment.stdout.columns || 80) - 8)}
        enterMeans={enterMeans}
        onAnswer={answer}
      />,
      context,
    )
  })
}

export interface QuestionProps {
  readonly question: string
  readonly enterMeans?: 'yes' | 'no' | undefined
  readonly onAnswer: (yes: boolean) => void
}

export function Question({ question, enterMeans = 'yes', onAnswer }: QuestionProps) {
  // In raw mode the terminal sends Ctrl-C as a key.
  useInput((input, key) => {
    if (key.ctrl && input === 'c') return onAnswer(false)
    const answer = answerIn(key.return ? '' : input, key.return, enterMeans)
    if (answer !== undefined) onAnswer(answer)
  })
  return (
    <Box paddingX={2} paddingTop={1}>
      {/* One text, so that the choice follows the last word of a question that takes several lines. */}
      <Text>
        {question} <Text dimColor>{enterMeans === 'yes' ? 'Y/n' : 'y/N'}</Text>
      </Text>
    </Box>
  )
}

/**
 * Parses the typed text as an answer; undefined if it is none. A paste, ssh and tmux may send `y` and Enter as one text.
 *
 * @param isEnter whether only Enter was pressed
 */
function answerIn(typed: string, isEnter: boolean, enterMeans: 'yes' | 'no'): boolean | undefined {
  const word = typed.trim().toLowerCase()
  if (word === 'y' || word === 'yes') return true
  if (word === 'n' || word === 'no') return false
  return isEnter || (word === '' && /[\r\n]/.test(typed)) ? enterMeans === 'yes' : undefined
}
