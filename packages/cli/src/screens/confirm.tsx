import { ConfirmInput } from '@inkjs/ui'
import { Box, Text, useInput } from 'ink'
import type { Context } from '../context.ts'
import { draw } from './ink.ts'

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
    const screen = draw(<Question question={question} enterMeans={enterMeans} onAnswer={answer} />, context)
  })
}

export interface QuestionProps {
  readonly question: string
  readonly enterMeans?: 'yes' | 'no' | undefined
  readonly onAnswer: (yes: boolean) => void
}

export function Question({ question, enterMeans = 'yes', onAnswer }: QuestionProps) {
  // While a key is awaited the terminal sends Ctrl-C as one.
  useInput((input, key) => {
    if (key.ctrl && input === 'c') onAnswer(false)
  })
  return (
    <Box gap={1} paddingX={2} paddingTop={1}>
      <Text>{question}</Text>
      <ConfirmInput
        defaultChoice={enterMeans === 'yes' ? 'confirm' : 'cancel'}
        onConfirm={() => onAnswer(true)}
        onCancel={() => onAnswer(false)}
      />
    </Box>
  )
}
