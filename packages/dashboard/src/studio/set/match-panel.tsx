import type { MenuConsistencyResult } from '@platelight/sdk'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { setMessages as t } from '../../messages/making-messages.ts'
import { messages } from '../../messages/messages.ts'
import { session } from '../../session/dashboard-session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { CodeTabs } from '../code/code-tabs.tsx'
import { matchCall } from '../code/making-calls.ts'
import { Price } from '../price.tsx'
import { fileNameOf, type Shot } from '../shots.ts'
import { FollowedWork } from '../work/followed-work.tsx'
import { useFollowedCall } from '../work/use-followed-call.ts'

const PATH = '/api/menu-consistency'
/** Only their number has a price. */
const PHOTO = (index: number) => `https://example.com/${index}.jpg`

/** The photos of the tray made alike. */
export function MatchPanel({ shots }: { readonly shots: readonly Shot[] }) {
  const [reference, setReference] = useState<number>()
  const [done, setDone] = useState<readonly Shot[]>([])
  const work = useFollowedCall<MenuConsistencyResult>()
  const { client } = session
  const like = shots.findIndex(({ id }) => id === reference)
  const isSet = shots.length > 1
  const start = () => {
    setDone(shots)
    void work.start(async (handle) => {
      const { signal } = handle
      const image_urls: string[] = []
      for (const { file } of shots) image_urls.push((await client.uploads.create(file, { signal })).url)
      const reference_url = image_urls[like]
      return client.images.menuConsistency({ image_urls, ...(reference_url && { reference_url }) }, handle)
    })
  }
  const names = shots.map(({ file }) => file.name)
  return (
    <div className="making stack">
      {!isSet && <p>{t.few}</p>}
      {isSet && (
        <>
          <div className="options">
            <SelectField
              label={t.reference}
              value={like < 0 ? '' : String(reference)}
              onChange={(id) => setReference(id === '' ? undefined : Number(id))}
              options={[['', t.average], ...shots.map(({ id, file }) => [String(id), file.name] as const)]}
            />
          </div>
          <Price
            of={['match', shots.length]}
            ask={async () =>
              client.service.estimate({ path: PATH, body: { image_urls: shots.map((_, index) => PHOTO(index)) } })
            }
            isComplete
            isBusy={work.isWorking}
            action={t.start(shots.length)}
            onStart={start}
          />
        </>
      )}
      <FollowedWork name={t.name} work={work} />
      {work.result && (
        <ul className="set">
          {work.result.images.map(({ index, url, score_before, score, outlier, reasons }) => {
            const shot = done[index]
            if (!shot) return null
            const { name } = shot.file
            return (
              <li key={index} className="stack">
                <h3 className="file-name">{name}</h3>
                <div className="pair">
                  <img src={shot.preview} alt={messages.compare.beforeAlt(name)} />
                  <img src={url} alt={messages.compare.afterAlt(name)} />
                </div>
                <p>{t.score(score_before, score)}</p>
                {outlier && (
                  <p className="quiet">
                    {t.outlier} <span lang="en">{reasons.join(' ')}</span>
                  </p>
                )}
                <a
                  className="button plain small start"
                  href={url}
                  download={fileNameOf(shot, 'match', url)}
                  aria-label={t.download(name)}
                >
                  <Download aria-hidden />
                  {t.save}
                </a>
              </li>
            )
          })}
        </ul>
      )}
      {isSet && (
        <CodeTabs calls={matchCall({ names, reference: like < 0 ? undefined : like, server: location.origin })} />
      )}
    </div>
  )
}
