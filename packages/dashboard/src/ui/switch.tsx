interface SwitchProps {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export const Switch = ({ label, hint, checked, onChange }: SwitchProps) => (
  <label className="switch">
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      <strong>{label}</strong>
      <small>{hint}</small>
    </span>
  </label>
)
