import type { FormEvent } from 'react'

/** Takes a form to a function, and keeps the page. */
export const submitted = (work: (form: FormData) => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  work(new FormData(event.currentTarget))
}

/** The text of a field of a form. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
