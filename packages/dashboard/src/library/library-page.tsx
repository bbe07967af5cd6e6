import { useState } from 'react'
import { libraryMessages as t } from '../messages/library-messages.ts'
import { messages } from '../messages/messages.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { ALL, LibraryFilters } from './library-filters.tsx'
import { Pictures } from './pictures.tsx'

/** What was made, what failed, and what is being made. */
export function Page() {
  const [filters, setFilters] = useState(ALL)
  return (
    <>
      <title>{`${t.title} · ${messages.name}`}</title>
      <h1>{t.title}</h1>
      <LibraryFilters filters={filters} onChange={setFilters} />
      {filters.state === 'failed' ? (
        <FailedJobs />
      ) : (
        <Pictures key={JSON.stringify(filters)} filters={filters} onShowAll={() => setFilters(ALL)} />
      )}
    </>
  )
}
