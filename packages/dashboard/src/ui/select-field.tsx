import { useId } from 'react'

interface SelectFieldProps {
  readonly label: string
  readonly value: string
  /** Values, or values with their names. */
  readonly options: readonly (string | readonly [value: string, name: string])[]
  readonly onChange: (value: string) => void
  readonly hint?: string
}

/** One of a few values. */
export function SelectField({ label, value, options, onChange, hint }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((option) => {
          const [own, name] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={own} value={own}>
              {name}
            </option>
          )
        })}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
