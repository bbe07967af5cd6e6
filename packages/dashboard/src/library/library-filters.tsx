import { useQuery } from '@tanstack/react-query'
import { libraryMessages as t } from '../messages/library-messages.ts'
import { operationNames } from '../messages/operation-names.ts'
import { session } from '../session/dashboard-session.ts'
import { SelectField } from '../ui/select-field.tsx'

type Days = keyof typeof t.times

export interface Filters {
  readonly state: 'finished' | 'failed'
  /** Empty for every one. */
  readonly operation: string
  readonly platform: string
  readonly days: Days
}
export const ALL: Filters = { state: 'finished', operation: '', platform: '', days: 'any' }

/** Operations that make no picture. */
const WITHOUT_PICTURES = ['demo-enhance', 'caption-copy', 'enrich', 'batch-process', 'process']

interface LibraryFiltersProps {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

/** Which pictures are shown. What failed has no picture, and so only the first filter. */
export function LibraryFilters({ filters, onChange }: LibraryFiltersProps) {
  const platforms = useQuery({
    queryKey: ['platforms'],
    queryFn: async () => session.visitor.catalogs.platforms(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part })
  const operations = Object.entries(operationNames).filter(([name]) => !WITHOUT_PICTURES.includes(name))
  const slots = platforms.data?.platforms.map(({ id, name }) => [id, name] as const) ?? []
  return (
    <search className="filters" aria-label={t.filters}>
      <SelectField
        label={t.state}
        value={filters.state}
        options={Object.entries(t.states)}
        onChange={(state) => onChange({ ...ALL, state: state as Filters['state'] })}
      />
      {filters.state === 'finished' && (
        <>
          <SelectField
            label={t.operation}
            value={filters.operation}
            options={[['', t.everyOperation], ...operations]}
            onChange={(operation) => change({ operation })}
          />
          <SelectField
            label={t.platform}
            value={filters.platform}
            options={[['', t.everyPlatform], ...slots]}
            onChange={(platform) => change({ platform })}
          />
          <SelectField
            label={t.time}
            value={String(filters.days)}
            options={(['any', 1, 7, 30, 365] as const).map((days) => [String(days), t.times[days]])}
            onChange={(days) => change({ days: days === 'any' ? days : (Number(days) as Days) })}
          />
        </>
      )}
    </search>
  )
}
