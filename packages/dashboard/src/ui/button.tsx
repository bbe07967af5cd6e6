import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger'
  readonly busy?: boolean
}

/** While busy it stays in place and keeps the focus, but does nothing. */
export const Button = ({ kind = 'plain', busy = false, className = '', onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    className={`button ${kind} ${className}`}
    aria-disabled={busy || rest.disabled}
    aria-busy={busy}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    {...rest}
  />
)
