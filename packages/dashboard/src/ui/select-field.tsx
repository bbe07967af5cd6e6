import { useId } from 'react'

/** Values, or values with their names. */
type Options = readonly (string | readonly [value: string, name: string])[]

interface SelectFieldProps {
  readonly label: string
  readonly value: string
  readonly options?: Options
  /** Options below a name, in place of `options`. */
  readonly groups?: readonly (readonly [name: string, options: Options])[]
  readonly onChange: (value: string) => void
  readonly hint?: string
}

/** One of a few values. */
export function SelectField({ label, value, options = [], groups, onChange, hint }: SelectFieldProps) {
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
        {groups?.map(([name, members]) => (
          <optgroup key={name} label={name}>
            {members.map(optionOf)}
          </optgroup>
        )) ?? options.map(optionOf)}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

function optionOf(option: Options[number]) {
  const [own, name] = typeof option === 'string' ? [option, option] : option
  return (
    <option key={own} value={own}>
      {name}
    </option>
  )
}
