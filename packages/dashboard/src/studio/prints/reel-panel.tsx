import type { ReelParams, ReelResult } from '@platelight/sdk'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { REEL_ASPECTS, REEL_MOTIONS, REEL_SECONDS } from '../../generated/form-values.ts'
import { kindMessages as kinds, printMessages as print, reelMessages as t } from '../../messages/making-messages.ts'
import { messages } from '../../messages/messages.ts'
import { session } from '../../session/dashboard-session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeTabs } from '../code/code-tabs.tsx'
import { reelCall } from '../code/making-calls.ts'
import { Price } from '../price.tsx'
import { fileNameOf, type Shot } from '../shots.ts'
import { FollowedWork } from '../work/followed-work.tsx'
import { titleOf } from '../work/studio-operation.ts'
import { useFollowedCall } from '../work/use-followed-call.ts'

const PATH = '/api/mobile/reels'
/** Longer than any film takes to make. */
const LONGEST_MS = 2 * 3600_000
const NO_WORDS = { headline: '', offer: '', business_name: '', motion_details: '' }
const MOST: Readonly<Record<keyof typeof NO_WORDS, number>> = {
  headline: 300,
  offer: 300,
  business_name: 200,
  motion_details: 1000,
}

/** A short film of one photo. */
export function ReelPanel({ shots }: { readonly shots: readonly Shot[] }) {
  const [chosen, setChosen] = useState<number>()
  const [of, setOf] = useState<Shot>()
  const [words, setWords] = useState(NO_WORDS)
  const [motion, setMotion] = useState<string>(REEL_MOTIONS[0])
  const [duration, setDuration] = useState<(typeof REEL_SECONDS)[number]>('5')
  const [aspect, setAspect] = useState<(typeof REEL_ASPECTS)[number]>('9:16')
  const work = useFollowedCall<ReelResult>()
  const { client } = session
  const shot = shots.find(({ id }) => id === chosen) ?? shots[0]
  if (!shot) return <p className="making">{t.needsPhoto}</p>

  const filled = Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''))
  const form: Omit<ReelParams, 'image'> = { motion, duration, aspect, ...filled }
  const start = () => {
    setOf(shot)
    void work.start(async (handle) => {
      const job = await client.reels.create({ ...form, image: shot.file }, handle)
      return job.wait({ signal: handle.signal, deadlineMs: LONGEST_MS })
    })
  }
  const line = (name: keyof typeof NO_WORDS, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      maxLength={MOST[name]}
      value={words[name]}
      onChange={({ currentTarget }) => setWords({ ...words, [name]: currentTarget.value })}
    />
  )
  return (
    <div className="making stack">
      <div className="options">
        {shots.length > 1 && (
          <SelectField
            label={t.photo}
            value={String(shot.id)}
            onChange={(id) => setChosen(Number(id))}
            options={shots.map(({ id, file }) => [String(id), file.name] as const)}
          />
        )}
        <SelectField
          label={t.motion}
          value={motion}
          onChange={setMotion}
          options={REEL_MOTIONS.map((id) => [id, titleOf(id)] as const)}
        />
        <SelectField
          label={t.duration}
          value={duration}
          onChange={(seconds) => setDuration(REEL_SECONDS.find((one) => one === seconds) ?? '5')}
          options={REEL_SECONDS.map((seconds) => [seconds, t.seconds(seconds)] as const)}
        />
        <SelectField
          label={t.aspect}
          value={aspect}
          onChange={(ratio) => setAspect(REEL_ASPECTS.find((one) => one === ratio) ?? '9:16')}
          options={REEL_ASPECTS}
        />
        {line('motion_details', t.details, t.detailsHint)}
        {line('headline', print.headline, print.headlineHint)}
        {line('offer', print.offer, print.offerHint)}
        {line('business_name', print.business, print.businessHint)}
      </div>
      <Price
        of={['reel', form]}
        ask={async () => client.service.estimate({ path: PATH, body: { ...form, image: 'photo.jpg' } })}
        isComplete
        isBusy={work.isWorking}
        action={print.make(kinds.reel)}
        onStart={start}
      />
      <FollowedWork name={kinds.reel} work={work} />
      {work.result && of && (
        <section className="stack" aria-label={print.made}>
          <h3>{print.made}</h3>
          {/* biome-ignore lint/a11y/useMediaCaption: the film has no sound, and its words are those of the form. */}
          <video
            className="film"
            src={work.result.video_url}
            poster={work.result.poster_url}
            aria-label={t.film(of.file.name)}
            controls
            loop
            playsInline
          />
          <a
            className="button plain small start"
            href={work.result.video_url}
            download={fileNameOf(of, 'reel', work.result.video_url)}
          >
            <Download aria-hidden />
            {print.download('mp4')}
          </a>
          <ul className="warnings">
            {work.result.warnings?.map(({ code, message }) => (
              <li key={code + message}>
                <span lang="en">{message}</span> <a href={`/docs/warnings/${code}`}>{messages.studio.warningPage}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <CodeTabs calls={reelCall({ name: shot.file.name, form, server: location.origin })} />
    </div>
  )
}
