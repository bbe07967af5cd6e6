import type { SubjectHint } from '@platelight/sdk'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { Brush } from 'lucide-react'
import { useState } from 'react'
import { hintMessages as t } from '../messages/hint-messages.ts'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Problem } from '../ui/problem.tsx'
import { DrawingSurface, type Drawn, hintOf, TOOLS, type Tool } from './drawing-surface.tsx'
import { estimateOf } from './estimate-of.ts'
import { refreshAfterWork } from './refresh-after-work.ts'
import { isUnsure, type Shot } from './shots.ts'
import { studioShots } from './studio-shots.ts'
import { useUploaded } from './use-uploaded.ts'

/** Lets a person show what a photo is of, prominently where the machine was not sure. */
export function PointOut({ shot }: { readonly shot: Shot }) {
  const [open, setOpen] = useState(false)
  const unsure = isUnsure(shot)
  if (shot.work?.operation.takesSubject === false) return null
  return (
    <div className={unsure ? 'notice' : 'row'}>
      {unsure && <p>{t.unsure}</p>}
      <Button kind={unsure ? 'main' : 'plain'} className="small" onClick={() => setOpen(true)}>
        <Brush aria-hidden />
        {t.open}
      </Button>
      {open && <Drawing shot={shot} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Drawing({ shot, onClose }: { readonly shot: Shot; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [tool, setTool] = useState<Tool>('keep')
  const [drawn, setDrawn] = useState<readonly Drawn[]>([])
  const { wish, work } = shot
  const hint = hintOf(drawn)
  const price = useQuery({
    queryKey: ['estimate', wish, work, 1],
    queryFn: wish ? () => estimateOf(wish, work, 1) : skipToken,
  })
  const photo = useUploaded({ key: String(shot.id), source: shot.file })
  const outline = useQuery({
    queryKey: ['outline', photo.data, hint],
    queryFn: photo.data
      ? async ({ signal }) =>
          session.client.images.findSubject({ image_url: photo.data, ...(hint && { subject: hint }) }, { signal })
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const again = (subject: SubjectHint) => {
    studioShots.pointOut(shot.id, subject, () => refreshAfterWork(queries))
    onClose()
  }
  const count = (kind: Tool) => drawn.filter((one) => one.tool === kind).length
  return (
    <Modal title={t.title} onClose={onClose} wide>
      <p>{t.lead}</p>
      <fieldset className="tools">
        <legend className="hidden">{t.tools}</legend>
        {TOOLS.map((one) => (
          <label key={one} className={`tool ${one}`}>
            <input type="radio" name="tool" value={one} checked={tool === one} onChange={() => setTool(one)} />
            {t[one]}
          </label>
        ))}
        <Button className="small" disabled={drawn.length === 0} onClick={() => setDrawn(drawn.slice(0, -1))}>
          {t.undo}
        </Button>
      </fieldset>
      <DrawingSurface
        photo={shot.preview}
        mask={outline.isError ? undefined : outline.data?.mask}
        tool={tool}
        drawn={drawn}
        onDraw={setDrawn}
      />
      <p className="quiet" aria-live="polite">
        {outline.isFetching || photo.isFetching ? t.looking : outline.isSuccess ? t.outline : !hint && t.unsure}
      </p>
      <p className="hidden" role="status">
        {t.drawn(count('keep') + count('box'), count('drop'))}
      </p>
      <Problem error={price.error ?? photo.error ?? (hint && outline.error)} />
      <footer>
        <Button onClick={onClose}>{messages.cancel}</Button>
        <Button kind="main" disabled={!hint || !price.data?.affordable} onClick={() => hint && again(hint)}>
          {t.again(price.data?.credits ?? 1)}
        </Button>
      </footer>
    </Modal>
  )
}
