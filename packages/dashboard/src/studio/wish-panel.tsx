import type { PhotoFormat, PresetId } from '@platelight/sdk'
import { Item, Root } from '@radix-ui/react-toggle-group'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Problem } from '../ui/problem.tsx'
import { Switch } from '../ui/switch.tsx'
import { estimateOf } from './estimate-of.ts'
import { Price } from './price.tsx'
import { SHAPES, type Shot, type Wish } from './shots.ts'
import { titleOf, type Work } from './work/studio-operation.ts'
import { WorkForm } from './work/work-form.tsx'

const MaskPanel = lazy(async () => ({ default: (await import('./mask/mask-panel.tsx')).MaskPanel }))

interface WishPanelProps {
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
  readonly work: Work | undefined
  readonly onWork: (work: Work) => void
  /** The choice of what is to be made. */
  readonly choice: ReactNode
  /** The photos that would be worked on. */
  readonly open: readonly Shot[]
  readonly onStart: () => void
}

/** What is to be made, and what that costs before it is spent. */
export function WishPanel({ wish, onChange, work, onWork, choice, open, onStart }: WishPanelProps) {
  const t = messages.studio
  const count = open.length
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
      {choice}
      {work ? <WorkForm work={work} onChange={onWork} /> : enhancing}
      {work?.operation.takesMask && open.length > 0 && (
        <Suspense>
          <MaskPanel shots={open} />
        </Suspense>
      )}
      {count > 0 && (
        <Price
          of={[wish, work, count]}
          ask={() => estimateOf(wish, work, count)}
          isComplete={work?.operation.options.every(({ name, required }) => !required || name in work.options) ?? true}
          isReady={!work?.operation.takesMask || open.every(({ mask }) => mask)}
          action={work ? t.start(titleOf(work.operation.name), count) : t.enhance(count)}
          onStart={onStart}
          times={count}
        />
      )}
    </section>
  )
}
