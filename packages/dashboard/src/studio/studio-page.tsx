import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { OPERATIONS } from '../generated/operations.ts'
import { makingMessages } from '../messages/making-messages.ts'
import { messages } from '../messages/messages.ts'
import { DropZone } from './drop-zone.tsx'
import { MakerPanel } from './maker-panel.tsx'
import { RecipeFiles } from './recipes/recipe-files.tsx'
import { isRecipeFile, openedRecipe } from './recipes/studio-recipe.ts'
import { refreshAfterWork } from './refresh-after-work.ts'
import { Result } from './result.tsx'
import type { Wish } from './shots.ts'
import { studioShots } from './studio-shots.ts'
import { Tray } from './tray.tsx'
import { WishPanel } from './wish-panel.tsx'
import type { Work } from './work/studio-operation.ts'
import { MAKERS, type Maker, WorkChoice } from './work/work-choice.tsx'

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
  const [maker, setMaker] = useState<Maker>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [recipe, setRecipe] = useState<{ readonly said?: string; readonly error?: unknown }>({})
  const t = messages.studio

  const take = (files: readonly File[]) => {
    const written = files.find(isRecipeFile)
    if (written) void open(written)
    const isPicture = ({ type, name }: File) => type.startsWith('image/') || PICTURE.test(name)
    studioShots.add(files.filter(isPicture))
    setLeftOut(files.filter((file) => !isPicture(file) && !isRecipeFile(file)).map(({ name }) => name))
  }

  const open = async (file: File) => {
    try {
      const { MAX_RECIPE_BYTES, parseRecipe } = await import('@platelight/sdk/recipes')
      const read = await parseRecipe(await file.slice(0, MAX_RECIPE_BYTES + 1).text(), file.name)
      const { left, ...form } = openedRecipe(read)
      setWish(form.wish ?? wish)
      setWork(form.work)
      setMaker(undefined)
      setRecipe({ said: makingMessages.recipe.opened(read.title ?? file.name, left.join(', ')) })
    } catch (error) {
      setRecipe({ error })
    }
  }

  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) studioShots.add(files.filter(({ type }) => type.startsWith('image/')))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  const shown = shots.find(({ id }) => id === chosen)
  const waiting = shots.filter(({ state }) => state === 'ready' || state === 'failed')
  // Where nothing waits, the photo that is looked at can be made again, with other wishes.
  const todo = waiting.length === 0 && shown?.state === 'done' ? [shown] : waiting
  const start = () => studioShots.start(todo, wish, work, () => refreshAfterWork(queries))
  const choose = (value: string) => {
    const operation = OPERATIONS.find(({ name }) => name === value)
    setWork(operation && { operation, options: {} })
    setMaker(MAKERS.find((one) => one === value))
  }
  const choice = (
    <>
      <WorkChoice value={maker ?? work?.operation.name ?? ''} onChange={choose} />
      {!maker && <RecipeFiles {...{ wish, work }} said={recipe.said} error={recipe.error} onFile={open} />}
    </>
  )
  const panel = maker ? (
    <MakerPanel maker={maker} shots={shots} choice={choice} />
  ) : (
    <WishPanel {...{ wish, work, choice }} open={todo} onChange={setWish} onWork={setWork} onStart={start} />
  )
  // What comes next is on top: the price of what waits, or the result.
  const isNext = waiting.length > 0 || maker !== undefined

  return (
    <>
      <title>{`${t.title} · ${messages.name}`}</title>
      <h1 className="hidden">{t.title}</h1>
      <DropZone isSmall={shots.length > 0} onFiles={take} />
      {leftOut.length > 0 && <p role="status">{t.noPicture(leftOut.join(', '))}</p>}
      {shots.length > 0 && <Tray shots={shots} chosen={chosen} />}
      {isNext && panel}
      {shown?.state === 'done' && <Result key={shown.id} shot={shown} />}
      {!isNext && panel}
    </>
  )
}
