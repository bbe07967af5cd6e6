import { ASSET_TYPES } from '../../generated/form-values.ts'
import { OPERATIONS } from '../../generated/operations.ts'
import { makingMessages } from '../../messages/making-messages.ts'
import { messages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { titleOf } from './studio-operation.ts'

/** What has a form of its own, beside the operations on one photo. */
export const MAKERS = ['check', 'match', ...ASSET_TYPES, 'reel'] as const
export type Maker = (typeof MAKERS)[number]

interface WorkChoiceProps {
  /** Empty for enhancing, the name of an operation, or a maker. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** What is to be done. */
export function WorkChoice({ value, onChange }: WorkChoiceProps) {
  const t = messages.studio
  const { kinds, check, set } = makingMessages
  const hints: Readonly<Record<string, string>> = { check: check.lead, match: set.hint, reel: kinds.reelHint }
  const printHint = ASSET_TYPES.some((type) => type === value) ? kinds.printHint : t.enhanceHint
  return (
    <SelectField
      label={t.operation}
      value={value}
      onChange={onChange}
      hint={OPERATIONS.find(({ name }) => name === value)?.summary ?? hints[value] ?? printHint}
      groups={[
        [
          kinds.photo,
          [['', t.enhanceName], ...OPERATIONS.map(({ name }) => [name, titleOf(name)] as const), ['check', check.name]],
        ],
        [kinds.set, [['match', set.name]]],
        [kinds.print, ASSET_TYPES.map((type) => [type, kinds[type]] as const)],
        [kinds.film, [['reel', kinds.reel]]],
      ]}
    />
  )
}
