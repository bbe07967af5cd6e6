import type { PhotoFormat, PresetId } from '@platelight/sdk'
import { Item, Root } from '@radix-ui/react-toggle-group'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { SHAPES, type Wish } from './shots.ts'

interface WishPanelProps {
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
  /** How many photos would be worked on. */
  readonly count: number
  readonly onStart: () => void
}

/** What is to be made, and what that costs before it is spent. */
export function WishPanel({ wish, onChange, count, onStart }: WishPanelProps) {
  const t = messages.studio
  const presets = useQuery({
    queryKey: ['presets'],
    queryFn: async () => session.visitor.photos.presets(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const change = (part: Partial<Wish>) => onChange({ ...wish, ...part })
  return (
    <section className="wish" aria-label={t.wish}>
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
      {count > 0 && <Price wish={wish} count={count} onStart={onStart} />}
    </section>
  )
}

interface SwitchProps {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

const Switch = ({ label, hint, checked, onChange }: SwitchProps) => (
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

/** The server rehearses the request, so this is what will be charged. */
function Price({ wish, count, onStart }: Pick<WishPanelProps, 'wish' | 'count' | 'onStart'>) {
  const t = messages.studio
  const user = useUser()
  const { formats, ...rest } = wish
  const estimate = useQuery({
    queryKey: ['estimate', wish, count],
    queryFn: async () =>
      session.client.service.estimate({
        path: '/v1/photos/enhance',
        body: { imageUrl: 'https://example.com/photo.jpg', formats: [...formats], ...rest },
        quantity: count,
      }),
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
      <Button kind="main" disabled={!data?.affordable || !user?.email_verified} onClick={onStart}>
        {t.enhance(count)}
      </Button>
    </div>
  )
}
