import { type ComponentProps, type ReactNode, useId } from 'react'

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly note?: string
  readonly hint?: ReactNode
}

/** A field with its label, and a hint that is read with it. */
export function TextField({ label, note, hint, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {note && <span className="quiet">({note})</span>}
      </label>
      <input id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
