import { useMemo, useRef } from 'react'
import { makingMessages } from '../../messages/making-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { Wish } from '../shots.ts'
import type { Work } from '../work/studio-operation.ts'
import { recipeText } from './studio-recipe.ts'

interface RecipeFilesProps {
  readonly wish: Wish
  readonly work: Work | undefined
  /** What became of the file that was opened. */
  readonly said: string | undefined
  readonly error: unknown
  readonly onFile: (file: File) => void
}

/** A recipe fills the form in, and the form is saved as one. */
export function RecipeFiles({ wish, work, said, error, onFile }: RecipeFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const t = makingMessages.recipe
  const text = recipeText(wish, work)
  const url = useMemo(() => text && `data:text/yaml;charset=utf-8,${encodeURIComponent(text)}`, [text])
  return (
    <div className="recipe">
      <div className="row">
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t.open}
          accept=".yaml,.yml"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onFile(file)
            currentTarget.value = ''
          }}
        />
        <Button kind="plain" onClick={() => input.current?.click()}>
          {t.open}
        </Button>
        {url && (
          <a className="button plain" href={url} download="platelight.recipe.yaml">
            {t.save}
          </a>
        )}
      </div>
      <Problem error={error} />
      {said && (
        <p role="status" className="hint">
          {said}
        </p>
      )}
    </div>
  )
}
