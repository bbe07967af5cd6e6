import { Download, ZoomIn } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { makingMessages } from '../messages/making-messages.ts'
import { messages } from '../messages/messages.ts'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button } from '../ui/button.tsx'
import { CodeTabs } from './code/code-tabs.tsx'
import { operationCall, sameCall } from './code/same-call.ts'
import { PointOut } from './point-out.tsx'
import { fileNameOf, SHAPES, type Shot } from './shots.ts'

const Loupe = lazy(async () => ({ default: (await import('../ui/loupe.tsx')).Loupe }))

/** What was made of a photo: compared, in all shapes, with what is to be known about it. */
export function Result({ shot }: { readonly shot: Shot }) {
  const t = messages.studio
  const { file, wish, preview, photo, picture, work } = shot
  const [looking, setLooking] = useState(false)
  const about = photo ?? picture
  if (!about) return null
  const pictures: readonly (readonly [name: string, label: string, url: string | undefined])[] = picture
    ? [[work?.operation.name ?? 'result', t.result, picture.result_url]]
    : SHAPES.map((shape) => [shape, t.format[shape], photo?.enhanced[shape]])
  const made = pictures.flatMap(([name, label, url]) =>
    url === undefined ? [] : [{ label, url, name: fileNameOf(shot, name, url) }],
  )
  const after = photo?.enhanced.original ?? picture?.result_url
  const call = { name: file.name, subject: shot.subject, server: location.origin }
  const links = () => document.querySelectorAll<HTMLAnchorElement>('.shots a[download]')
  return (
    <article className="result" aria-label={file.name}>
      <header className="row">
        <h2 className="file-name">{file.name}</h2>
        <Button
          onClick={() => {
            for (const link of links()) link.click()
          }}
        >
          <Download aria-hidden />
          {t.downloadAll}
        </Button>
      </header>
      {after && (
        <>
          <BeforeAfter before={preview} after={after} name={file.name} />
          <Button className="small start" onClick={() => setLooking(true)}>
            <ZoomIn aria-hidden />
            {makingMessages.loupe.open}
          </Button>
        </>
      )}
      {looking && after && (
        <Suspense>
          <Loupe before={preview} after={after} onClose={() => setLooking(false)} />
        </Suspense>
      )}
      <h3>{t.shots}</h3>
      <ul className="shots">
        {made.map(({ label, url, name }) => (
          <li key={label}>
            <Picture url={url} label={label} />
            <a className="button plain small" href={url} download={name} aria-label={t.download(label)}>
              <Download aria-hidden />
              {label}
            </a>
          </li>
        ))}
      </ul>
      <section className="measured">
        <h3>{t.found}</h3>
        <p>{t.facts[about.faithfulness]}</p>
        <PointOut shot={shot} />
        {about.warnings.length === 0 && <p className="quiet">{t.noWarnings}</p>}
        <ul className="warnings">
          {about.warnings.map(({ code, message }) => (
            <li key={code + message}>
              {message} <a href={`/docs/warnings/${code}`}>{t.warningPage}</a>
            </li>
          ))}
        </ul>
        {photo && <p className="quiet">{t.took(photo.metadata.processingTime ?? 0, photo.creditsUsed)}</p>}
      </section>
      {shot.mask && work?.operation.takesMask && (
        <a className="button plain small start" href={shot.mask.url} download="mask.png">
          <Download aria-hidden />
          {makingMessages.mask.download}
        </a>
      )}
      {wish && <CodeTabs calls={work ? operationCall({ ...call, work }) : sameCall({ ...call, wish })} />}
    </article>
  )
}

/** A picture with its size, which is known once it is there. */
function Picture({ url, label }: { readonly url: string; readonly label: string }) {
  const [size, setSize] = useState('')
  return (
    <figure>
      <img
        src={url}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(messages.size(naturalWidth, naturalHeight))
        }
      />
      <figcaption>{size}</figcaption>
    </figure>
  )
}
