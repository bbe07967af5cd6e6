import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { formText, submitted } from '../ui/submitted.ts'
import { TextField } from '../ui/text-field.tsx'
import { Door } from './door.tsx'
import { Providers } from './providers.tsx'

export function Page() {
  const t = messages.signIn
  const enter = useMutation({
    mutationFn: (form: FormData) => session.signIn(formText(form, 'email'), formText(form, 'password')),
  })
  return (
    <Door title={t.title} lead={t.lead}>
      <form onSubmit={submitted(enter.mutate)}>
        <TextField label={t.email} name="email" type="email" autoComplete="username" required maxLength={320} />
        <TextField
          label={t.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={256}
        />
        <Problem error={enter.error} />
        <Button kind="main" type="submit" busy={enter.isPending}>
          {t.submit}
        </Button>
        <a href="/auth/forgot-password">{t.forgot}</a>
      </form>
      <Providers />
      <p className="other-way">
        {t.none} <Link to="/sign-up">{t.create}</Link>
      </p>
    </Door>
  )
}
