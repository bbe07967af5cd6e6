import { CircleAlert, CircleCheck, ImageOff, X } from 'lucide-react'
import { useState } from 'react'
import { makingMessages } from '../messages/making-messages.ts'
import { messages } from '../messages/messages.ts'
import { Problem } from '../ui/problem.tsx'
import { PointOut } from './point-out.tsx'
import { isUnsure, type Shot } from './shots.ts'
import { studioShots } from './studio-shots.ts'
import { Progress } from './work/progress.tsx'

const ENDED = ['ready', 'done', 'failed']

/** The photos of this visit, each with where it is. */
export const Tray = ({ shots, chosen }: { readonly shots: readonly Shot[]; readonly chosen: number | undefined }) => (
  <section aria-label={messages.studio.photos}>
    <ul className="tray">
      {shots.map((shot) => (
        <TrayItem key={shot.id} shot={shot} isChosen={shot.id === chosen} />
      ))}
    </ul>
    {shots
      .filter(({ state }) => state === 'failed')
      .map((shot) => (
        <div key={shot.id} className="stack">
          <p className="file-name">{shot.file.name}</p>
          <Problem error={shot.error} />
          {isUnsure(shot) && <PointOut shot={shot} />}
        </div>
      ))}
  </section>
)

function TrayItem({ shot, isChosen }: { readonly shot: Shot; readonly isChosen: boolean }) {
  const { id, file, state, stage } = shot
  const t = messages.studio
  const { progress } = makingMessages
  const words = {
    ready: t.ready,
    waiting: t.waiting,
    uploading: t.uploading,
    enhancing: stage?.inQueue ? progress.inQueue : shot.work ? t.working : t.enhancing,
    cancelling: progress.cancelling,
    done: t.done,
    failed: t.failed,
  }
  const busy = !ENDED.includes(state)
  return (
    <li className={`tray-item ${state}`} aria-current={isChosen || undefined}>
      <Thumbnail shot={shot} />
      <p className="file-name">{file.name}</p>
      <p className="state" role="status">
        {state === 'done' && <CircleCheck aria-hidden />}
        {state === 'failed' && <CircleAlert aria-hidden />}
        {words[state]}
      </p>
      {busy && <Progress name={file.name} stage={state === 'enhancing' ? stage : undefined} words={words[state]} />}
      {state === 'done' && (
        <button type="button" className="cover" onClick={() => studioShots.choose(id)}>
          <span className="hidden">{t.showResult(file.name)}</span>
        </button>
      )}
      {state !== 'cancelling' && (
        <button
          type="button"
          className="icon-button corner"
          onClick={() => (busy ? studioShots.cancel(id) : studioShots.remove(id))}
          aria-label={busy ? progress.cancel(file.name) : t.remove(file.name)}
        >
          <X aria-hidden />
        </button>
      )}
    </li>
  )
}

/** Not every browser shows every format. */
function Thumbnail({ shot: { preview, photo, picture } }: { readonly shot: Shot }) {
  const [isBroken, setBroken] = useState(false)
  const source = photo?.enhanced.square ?? photo?.enhanced.original ?? picture?.result_url ?? preview
  if (isBroken && source === preview) return <ImageOff className="no-preview" aria-hidden />
  return <img src={source} alt="" onError={() => setBroken(true)} />
}
