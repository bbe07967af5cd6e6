import type { Platform, Verdict } from '@platelight/sdk'
import { skipToken, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { checkMessages as t } from '../../messages/making-messages.ts'
import { messages } from '../../messages/messages.ts'
import { session } from '../../session/dashboard-session.ts'
import { sizeOf } from '../../ui/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CodeTabs } from '../code/code-tabs.tsx'
import { checkCall } from '../code/making-calls.ts'
import { SHAPES, type Shot } from '../shots.ts'
import { useUploaded } from '../use-uploaded.ts'
import { usePlatforms } from '../work/use-platforms.ts'
import { placeOfProblem, platformShape } from './platform-frame.ts'

const USUAL_PLATFORM = 'ubereats.item'

/** A picture that can be checked: a photo as it was taken, or what was made of it. */
interface Candidate {
  readonly key: string
  readonly label: string
  readonly name: string
  /** Shown here. */
  readonly preview: string
  /** To be uploaded first, or on the server already. */
  readonly source: File | string
}

const candidatesOf = ({ id, file, preview, photo, picture }: Shot): Candidate[] => {
  const { name } = file
  const made = (key: string, label: string, url: string | undefined) =>
    url === undefined ? [] : [{ key: `${id} ${key}`, label: `${name}, ${label}`, name, preview: url, source: url }]
  return [
    { key: String(id), label: `${name}, ${t.before}`, name, preview, source: file },
    ...SHAPES.flatMap((shape) => made(shape, messages.studio.format[shape], photo?.enhanced[shape])),
    ...made('result', messages.studio.result, picture?.result_url),
  ]
}

/** Whether a platform would take a photo, with what is wrong drawn on it. */
export function CheckPanel({ shots }: { readonly shots: readonly Shot[] }) {
  const platforms = usePlatforms()
  const [platform, setPlatform] = useState(USUAL_PLATFORM)
  const [chosen, setChosen] = useState<string>()
  const candidates = shots.flatMap(candidatesOf)
  const shown = candidates.find(({ key }) => key === chosen) ?? candidates[0]
  const url = useUploaded(shown)
  const check = useQuery({
    queryKey: ['check', url.data, platform],
    queryFn: url.data
      ? async () => session.client.exports.check({ image_urls: [url.data], platforms: [platform] })
      : skipToken,
  })
  const item = check.data?.items[0]
  const verdict = item?.verdicts?.[0]?.verdict
  const rules = platforms.data?.platforms.find(({ id }) => id === platform)
  return (
    <div className="making stack">
      <div className="options">
        <SelectField
          label={t.platform}
          value={platform}
          onChange={setPlatform}
          options={platforms.data?.platforms.map(({ id, name }) => [id, name] as const) ?? [platform]}
        />
        {candidates.length > 1 && (
          <SelectField
            label={t.which}
            value={shown?.key ?? ''}
            onChange={setChosen}
            options={candidates.map(({ key, label }) => [key, label] as const)}
          />
        )}
      </div>
      {!shown && <p>{t.needsPhoto}</p>}
      <Problem error={platforms.error ?? url.error ?? check.error ?? (item?.error && new Error(item.error.message))} />
      {shown && !verdict && !check.error && !url.error && !item?.error && <progress aria-label={messages.loading} />}
      {shown && verdict && item?.picture && rules && (
        <div className="verdict">
          <Drawn preview={shown.preview} platform={rules} verdict={verdict} picture={item.picture} />
          <div className="stack" role="status">
            <p className={verdict.accepted ? 'verdict-line good' : 'verdict-line bad'}>
              {verdict.accepted ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
              {verdict.accepted ? t.accepted : t.refused}
            </p>
            <p className="quiet">
              {t.measured(item.picture.width, item.picture.height, item.picture.format, sizeOf(item.picture.bytes))}
            </p>
            {!verdict.verified && <p className="quiet">{t.unverified}</p>}
            <ol className="problems">
              {verdict.problems.map(({ rule, severity, message, fix }) => (
                <li key={rule + message} className={severity}>
                  <strong>{t.severity[severity]}</strong> <span lang="en">{message}</span>
                  {fix && (
                    <p className="quiet">
                      {t.fix} <span lang="en">{fix}</span>
                    </p>
                  )}
                </li>
              ))}
            </ol>
            {verdict.notes.length > 0 && (
              <details>
                <summary>{t.notes}</summary>
                <ul lang="en">
                  {verdict.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        </div>
      )}
      {shown && <CodeTabs calls={checkCall({ name: shown.name, platform, server: location.origin })} />}
    </div>
  )
}

interface DrawnProps {
  readonly preview: string
  readonly platform: Platform
  readonly verdict: Verdict
  readonly picture: { readonly width: number; readonly height: number }
}

/** The photo with the shape of the platform, what that would cut off, and a number for each problem. */
function Drawn({ preview, platform, verdict, picture }: DrawnProps) {
  const shape = platformShape(platform, picture.width, picture.height)
  const { frame, safe } = shape
  const box = ({ x, y, width, height }: typeof frame) => `M${x} ${y}h${width}v${height}h${-width}Z`
  return (
    <figure className="stack">
      <div className="drawing" dir="ltr">
        <img src={preview} alt="" />
        <svg className="platform-frame" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <path className="outside" fillRule="evenodd" d={`M0 0h1v1h-1Z${box(frame)}`} />
          <path className="inside" d={box(frame)} />
          {safe && <path className="safe" d={box(safe)} />}
        </svg>
        {verdict.problems.map((problem, index) => {
          const { x, y } = placeOfProblem(problem, shape)
          return (
            <span
              key={problem.rule + problem.message}
              className={`pin ${problem.severity}`}
              style={{ left: `${100 * x}%`, top: `${100 * y}%` }}
              aria-hidden
            >
              {index + 1}
            </span>
          )
        })}
      </div>
      <figcaption className="hint">{t.frame(shape.ratio)}</figcaption>
    </figure>
  )
}
