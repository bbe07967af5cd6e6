import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'

export const NotFound = () => (
  <section className="empty">
    <h1>{messages.notFound.title}</h1>
    <Link to="/" className="button main">
      {messages.notFound.back}
    </Link>
  </section>
)
