import { useState } from 'react'
import { maskMessages as t } from '../../messages/making-messages.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { Shot } from '../shots.ts'
import { MaskPainter } from './mask-painter.tsx'

/** The photos whose areas are to be painted, one at a time. */
export function MaskPanel({ shots }: { readonly shots: readonly Shot[] }) {
  const [chosen, setChosen] = useState<number>()
  const shown = shots.find(({ id }) => id === chosen) ?? shots.find(({ mask }) => !mask) ?? shots[0]
  if (!shown) return null
  return (
    <>
      {shots.length > 1 && (
        <SelectField
          label={t.photo}
          hint={t.each}
          value={String(shown.id)}
          onChange={(id) => setChosen(Number(id))}
          options={shots.map(({ id, file, mask }) => [String(id), t.choice(file.name, mask !== undefined)] as const)}
        />
      )}
      <MaskPainter key={shown.id} shot={shown} />
    </>
  )
}
