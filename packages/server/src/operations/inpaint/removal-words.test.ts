import { expect, test } from 'vitest'
import { inpaint } from './inpaint-operation.ts'

const read = (prompt: string, providers: readonly string[] = []) => {
  const body = { image_url: 'https://example.com/a.jpg', prompt, box: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 } }
  const params = inpaint.bodies['images.inpaint']?.(body as never, { engines: { providers } } as never)
  return { steps: params?.steps, invention: params?.invention }
}

test.each([
  [
    'English',
    [
      'remove the crumb',
      'Delete this hair!',
      'get rid of the stain',
      'clean up the rim',
      'clean the plate',
      'wipe off the sauce',
      'take it out',
      'erase this',
      'no crumbs',
      'make the fly disappear',
      'please remove the crumb and the hair',
    ],
  ],
  [
    'Spanish',
    ['quita la miga', 'elimina la mancha', 'limpia el borde', 'sin la miga', 'quítalo', 'que desaparezca el pelo'],
  ],
  ['French', ['enlève la miette', 'supprime la tache', 'nettoie le bord', 'efface ça', 'essuie la sauce']],
  [
    'German',
    [
      'entferne den Krümel',
      'mach den Fleck weg',
      'wisch den Rand sauber',
      'säubere den Tellerrand',
      'Krümel weg',
      'lösche das',
      'Fleck wegmachen',
      'ohne den Krümel',
    ],
  ],
  ['Italian', ['rimuovi la briciola', 'togli la macchia', 'pulisci il bordo', 'cancella questo']],
  ['Portuguese', ['remova a migalha', 'apaga a mancha', 'limpe a borda', 'tira isso']],
  ['Arabic', ['أزل الفتات', 'احذف البقعة', 'نظف الحافة', 'امسح هذا']],
])('words that only ask that something goes away fill the area: %s', (_, prompts) => {
  for (const prompt of prompts) {
    for (const providers of [[], ['one']]) {
      expect(read(prompt, providers), prompt).toEqual({ steps: undefined, invention: undefined })
    }
  }
})

test('words that ask for something new need a generator, whatever they remove', () => {
  for (const prompt of [
    'replace the crumb with parsley',
    'remove the crumb and put a leaf there',
    'a lemon',
    'statt des Krümels ein Blatt',
    'quita la miga y pon una hoja',
    'remplace la miette par du persil',
  ]) {
    expect(() => read(prompt), prompt).toThrow(/need a picture generator/)
    expect(read(prompt, ['one']).invention, prompt).toBeDefined()
  }
})

test('light and colour are changed in what was filled', () => {
  expect(read('remove the crumb, and a bit warmer').steps).toMatchObject([{ kind: 'warmth' }])
  expect(read('brighter').steps).toMatchObject([{ kind: 'light' }])
})
