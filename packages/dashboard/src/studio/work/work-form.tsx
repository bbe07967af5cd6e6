import { useId } from 'react'
import { messages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type OperationOption, titleOf, type Work } from './studio-operation.ts'
import { usePlatforms } from './use-platforms.ts'

/** The options of an operation as a form. */
export const WorkForm = ({ work, onChange }: { readonly work: Work; readonly onChange: (work: Work) => void }) => (
  <div className="options">
    {work.operation.options.map((option) => {
      const change = (value: string | number | boolean | undefined) => {
        const { [option.name]: _, ...rest } = work.options
        onChange({ ...work, options: value === undefined ? rest : { ...rest, [option.name]: value } })
      }
      return <Option key={option.name} option={option} value={work.options[option.name]} onChange={change} />
    })}
  </div>
)

interface OptionProps {
  readonly option: OperationOption
  readonly value: string | number | boolean | undefined
  readonly onChange: (value: string | number | boolean | undefined) => void
}

function Option(props: OptionProps) {
  const { option, value, onChange } = props
  const { name, type, about, choices, default: usual, required, pattern } = option
  const label = titleOf(name)
  if (name === 'platform') return <PlatformOption {...props} />
  if (type === 'boolean') {
    return <Switch label={label} hint={about} checked={Boolean(value ?? usual)} onChange={onChange} />
  }
  if (choices) {
    const chosen = (text: string) => onChange(choices.find((choice) => String(choice) === text))
    const options = choices.map((choice) => [String(choice), String(choice)] as const)
    return (
      <SelectField
        label={label}
        hint={about}
        value={String(value ?? usual ?? '')}
        onChange={chosen}
        options={usual === undefined ? [['', messages.studio.asUsual], ...options] : options}
      />
    )
  }
  if (type !== 'text') return <NumberOption {...props} />
  return (
    <TextField
      label={label}
      hint={about}
      required={required}
      pattern={pattern}
      value={String(value ?? '')}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

function NumberOption({
  option: { name, about, min = 0, max = 1, default: usual, type },
  value,
  onChange,
}: OptionProps) {
  const id = useId()
  const shown = Number(value ?? usual ?? min)
  return (
    <div className="field">
      <label htmlFor={id}>
        {titleOf(name)} <output className="quiet">{shown}</output>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={type === 'integer' ? 1 : (max - min) / 20}
        value={shown}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      <p id={`${id}-hint`} className="hint">
        {about}
      </p>
    </div>
  )
}

/** The platforms of this server by name. */
function PlatformOption({ option, value, onChange }: OptionProps) {
  const { data } = usePlatforms()
  const known = data?.platforms.map(({ id, name }) => [id, name] as const) ?? []
  return (
    <SelectField
      label={titleOf(option.name)}
      hint={option.about}
      value={String(value ?? '')}
      onChange={(id) => onChange(id || undefined)}
      options={[['', messages.studio.choosePlatform], ...known]}
    />
  )
}
