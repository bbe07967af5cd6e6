import type { PhotoFormat, PresetId } from '@platelight/sdk'
import { Item, Root } from '@radix-ui/react-toggle-group'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Switch } from '../ui/switch.tsx'
import { estimateOf } from './estimate-of.ts'
import { SHAPES, type Wish } from './shots.ts'
import { titleOf, type Work } from './work/studio-operation.ts'
import { WorkChoice, WorkForm } from './work/work-form.tsx'

interface WishPanelProps {
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
  readonly work: Work | undefined
  readonly onWork: (work: Work | undefined) => void
  /** How many photos would be worked on. */
  readonly count: number
  readonly onStart: () => void
}

/** What is to be made, and what that costs before it is spent. */
export function WishPanel({ wish, onChange, work, onWork, count, onStart }: WishPanelProps) {
  const t = messages.studio
  const presets = useQuery({
    queryKey: ['presets'],
    queryFn: async () => session.visitor.photos.presets(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const change = (part: Partial<Wish>) => onChange({ ...wish, ...part })
  const enhancing = (
    <>
      <fieldset>
        <legend>{t.preset}</legend>
        <div className="presets">
          {presets.data?.presets.map(({ id, name, description }) => (
            <label key={id} className="choice">
              <input
                type="radio"
                name="preset"
                value={id}
                checked={wish.preset === id}
                onChange={() => change({ preset: id as PresetId })}
              />
              <span>
                <strong>{name}</strong>
                <small>{description}</small>
              </span>
            </label>
          ))}
        </div>
        <Problem error={presets.error} />
      </fieldset>
      <div className="wish-side">
        <fieldset>
          <legend>{t.formats}</legend>
          <Root
            type="multiple"
            className="shapes"
            aria-label={t.formats}
            value={[...wish.formats]}
            onValueChange={(chosen) =>
              change({ formats: [...new Set([...(chosen as PhotoFormat[]), 'original' as const])] })
            }
          >
            {SHAPES.map((shape) => (
              <Item key={shape} value={shape} className="shape">
                <span className={`frame ${shape}`} aria-hidden />
                {t.format[shape]}
                <small>{t.ratio[shape]}</small>
              </Item>
            ))}
          </Root>
          <p className="hint">{t.asTaken}</p>
        </fieldset>
        <Switch
          label={t.cutOut}
          hint={t.cutOutHint}
          checked={wish.removeBackground}
          onChange={(removeBackground) => change({ removeBackground })}
        />
        <Switch label={t.large} hint={t.largeHint} checked={wish.upscale} onChange={(upscale) => change({ upscale })} />
      </div>
    </>
  )
  return (
    <section className="wish" aria-label={t.wish}>
      <WorkChoice work={work} onChange={onWork} />
      {work ? <WorkForm work={work} onChange={onWork} /> : enhancing}
      {count > 0 && <Price wish={wish} work={work} count={count} onStart={onStart} />}
    </section>
  )
}

/** The server rehearses the request, so this is what will be charged. */
function Price({ wish, work, count, onStart }: Pick<WishPanelProps, 'wish' | 'work' | 'count' | 'onStart'>) {
  const t = messages.studio
  const user = useUser()
  const isComplete = work?.operation.options.every(({ name, required }) => !required || name in work.options) ?? true
  const estimate = useQuery({
    queryKey: ['estimate', wish, work, count],
    queryFn: () => estimateOf(wish, work, count),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  const { data } = estimate
  return (
    <div className="price">
      <Problem error={estimate.error} />
      {data && (
        <p role="status">
          <strong>{t.price(data.credits)}</strong>
          {data.estimated_seconds !== undefined && `, ${t.about(data.estimated_seconds * count)}. `}
          {t.have(data.available_credits)} {!data.affordable && <Link to="/billing">{t.getMore}</Link>}
        </p>
      )}
      <Button kind="main" disabled={!isComplete || !data?.affordable || !user?.email_verified} onClick={onStart}>
        {work ? t.start(titleOf(work.operation.name), count) : t.enhance(count)}
      </Button>
    </div>
  )
}
