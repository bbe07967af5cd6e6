import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { formText, submitted } from '../ui/submitted.ts'
import { TextField } from '../ui/text-field.tsx'
import { Door } from './door.tsx'
import { Providers } from './providers.tsx'

export function Page() {
  const t = messages.signUp
  const create = useMutation({
    mutationFn: async (form: FormData) => {
      const business = formText(form, 'business').trim()
      return session.visitor.auth.signup({
        email: formText(form, 'email'),
        password: formText(form, 'password'),
        ...(business && { business_name: business }),
      })
    },
  })
  if (create.isSuccess) {
    return (
      <Door title={t.sentTitle} lead={t.next}>
        <p className="sent" role="status">
          <MailCheck aria-hidden /> {t.sent(create.data.email)}
        </p>
        <Link to="/sign-in" className="button main">
          {messages.signIn.submit}
        </Link>
      </Door>
    )
  }
  return (
    <Door title={t.title} lead={t.lead}>
      <form onSubmit={submitted(create.mutate)}>
        <TextField
          label={messages.signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={320}
        />
        <TextField label={t.business} note={t.optional} name="business" autoComplete="organization" maxLength={100} />
        <TextField
          label={messages.signIn.password}
          hint={t.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={256}
        />
        <Problem error={create.error} />
        <Button kind="main" type="submit" busy={create.isPending}>
          {t.submit}
        </Button>
      </form>
      <Providers />
      <p className="other-way">
        {t.have} <Link to="/sign-in">{messages.signIn.submit}</Link>
      </p>
    </Door>
  )
}
