import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { messages } from '../messages/messages.ts'
import { DropZone } from './drop-zone.tsx'
import { refreshAfterWork } from './refresh-after-work.ts'
import { Result } from './result.tsx'
import type { Wish } from './shots.ts'
import { studioShots } from './studio-shots.ts'
import { Tray } from './tray.tsx'
import { WishPanel } from './wish-panel.tsx'
import type { Work } from './work/studio-operation.ts'

const USUAL: Wish = {
  preset: 'balanced',
  formats: ['square', 'portrait', 'landscape', 'original'],
  removeBackground: false,
  upscale: false,
}
const PICTURE = /\.(jpe?g|jfif|png|webp|avif|heic|heif|gif|tiff?)$/i

export function Page() {
  const queries = useQueryClient()
  const { shots, chosen } = useSyncExternalStore(studioShots.subscribe, studioShots.view)
  const [wish, setWish] = useState(USUAL)
  const [work, setWork] = useState<Work>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const t = messages.studio

  const take = (files: readonly File[]) => {
    const isPicture = ({ type, name }: File) => type.startsWith('image/') || PICTURE.test(name)
    studioShots.add(files.filter(isPicture))
    setLeftOut(files.filter((file) => !isPicture(file)).map(({ name }) => name))
  }

  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) studioShots.add(files.filter(({ type }) => type.startsWith('image/')))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  const start = () => studioShots.start(wish, work, () => refreshAfterWork(queries))
  const open = shots.filter(({ state }) => state === 'ready' || state === 'failed').length
  // What comes next is on top: the price of what waits, or the result.
  const panel = <WishPanel wish={wish} onChange={setWish} work={work} onWork={setWork} count={open} onStart={start} />
  const shown = shots.find(({ id }) => id === chosen)

  return (
    <>
      <title>{`${t.title} · ${messages.name}`}</title>
      <h1 className="hidden">{t.title}</h1>
      <DropZone isSmall={shots.length > 0} onFiles={take} />
      {leftOut.length > 0 && <p role="status">{t.noPicture(leftOut.join(', '))}</p>}
      {shots.length > 0 && <Tray shots={shots} chosen={chosen} />}
      {open > 0 && panel}
      {shown?.state === 'done' && <Result key={shown.id} shot={shown} />}
      {open === 0 && panel}
    </>
  )
}
