import type { EnhancedPhoto } from '@platelight/sdk'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button } from '../ui/button.tsx'
import { CodeTabs } from './code-tabs.tsx'
import { fileNameOf, SHAPES, type Shot } from './shots.ts'

interface ResultProps {
  readonly shot: Shot
  readonly photo: EnhancedPhoto
}

/** What was made of a photo: compared, in all shapes, with what is to be known about it. */
export function Result({ shot, photo }: ResultProps) {
  const t = messages.studio
  const { file, wish, preview } = shot
  const made = SHAPES.flatMap((shape) => {
    const url = photo.enhanced[shape]
    return url === undefined ? [] : [{ shape, url, name: fileNameOf(shot, shape, url) }]
  })
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
      {photo.enhanced.original && <BeforeAfter before={preview} after={photo.enhanced.original} name={file.name} />}
      <h3>{t.shots}</h3>
      <ul className="shots">
        {made.map(({ shape, url, name }) => (
          <li key={shape}>
            <Picture url={url} label={t.format[shape]} />
            <a className="button plain small" href={url} download={name} aria-label={t.download(t.format[shape])}>
              <Download aria-hidden />
              {t.format[shape]}
            </a>
          </li>
        ))}
      </ul>
      <section className="measured">
        <h3>{t.found}</h3>
        <p>{t.facts[photo.faithfulness]}</p>
        {photo.warnings.length === 0 && <p className="quiet">{t.noWarnings}</p>}
        <ul className="warnings">
          {photo.warnings.map(({ code, message }) => (
            <li key={code + message}>
              {message} <a href={`/docs/warnings/${code}`}>{t.warningPage}</a>
            </li>
          ))}
        </ul>
        <p className="quiet">{t.took(photo.metadata.processingTime ?? 0, photo.creditsUsed)}</p>
      </section>
      {wish && <CodeTabs name={file.name} wish={wish} />}
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
          setSize(messages.library.size(naturalWidth, naturalHeight))
        }
      />
      <figcaption>{size}</figcaption>
    </figure>
  )
}
