import { Command } from 'commander'
import { expect, test } from 'vitest'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { addOperations } from '../program/photos/operation-commands.ts'
import type { OperationFlags } from './operation-items.ts'
import { checkFields, fieldsOf } from './operation-parameters.ts'

const entry: CatalogueEntry = {
  name: 'inpaint',
  method: 'inpaint',
  path: '/api/inpaint',
  summary: 'Edit one area of a photo.',
  description: 'Costs 2 credits.',
  input: 'picture',
  result: 'result_url',
  parameters: [
    { name: 'prompt', type: 'text', required: true, about: 'What should be there.' },
    { name: 'mask_url', type: 'picture', required: false, about: 'White where to edit.' },
    { name: 'box', type: 'numbers', required: false, about: '', fields: ['x', 'y', 'width', 'height'] },
    { name: 'weights', type: 'list', required: false, about: '' },
    { name: 'steps', type: 'list', required: false, about: '', choices: ['upscale', 'relight'] },
    { name: 'reference_images', type: 'pictures', required: false, about: '' },
    { name: 'strength', type: 'number', required: false, about: '', min: 0, max: 1, default: 0.5 },
    { name: 'partial', type: 'boolean', required: false, about: '', default: false },
    { name: 'shadow', type: 'boolean', required: false, about: '', default: true },
    { name: 'extra', type: 'json', required: false, about: '' },
    {
      name: 'box',
      within: 'subject',
      type: 'numbers',
      required: false,
      about: '',
      fields: ['x', 'y', 'width', 'height'],
    },
    { name: 'point', within: 'subject', type: 'numbers', required: false, about: '', fields: ['x', 'y'] },
  ],
}

/** Parses flags with the command of the test entry. */
async function typed(args: readonly string[]): Promise<OperationFlags> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  let flags: OperationFlags = {}
  addOperations(program, async () => undefined, [entry])
  const inpaint = program.commands[0]!.exitOverride().configureOutput({ writeErr: () => undefined })
  inpaint.action((_, parsed: OperationFlags) => {
    flags = parsed
  })
  await program.parseAsync(['inpaint', 'a.jpg', ...args], { from: 'user' })
  return flags
}

const upload = async ({ path }: { path: string | URL }) => ({ url: `sent:${path}` })

test('every type of parameter becomes a flag, and its value becomes a field of the body', async () => {
  const flags = await typed([
    ...['--prompt', 'parsley', '--mask', 'mask.png', '--box', '0.1,0.2,0.3,0.4', '--weights', '0.6,0.4'],
    ...['--steps', 'relight,upscale', '--reference-images', 'r.jpg', '--reference-images', 'https://x.example/r.jpg'],
    ...['--strength', '0.8', '--partial', '--no-shadow', '--extra', '{"a":1}'],
  ])
  expect(await fieldsOf(entry, flags, { cwd: '/srv', upload })).toEqual({
    prompt: 'parsley',
    mask_url: 'sent:/srv/mask.png',
    box: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
    weights: [0.6, 0.4],
    steps: ['relight', 'upscale'],
    reference_images: ['sent:/srv/r.jpg', 'https://x.example/r.jpg'],
    strength: 0.8,
    partial: true,
    shadow: false,
    extra: { a: 1 },
  })
  expect(await fieldsOf(entry, await typed(['--prompt', 'x']), { cwd: '/srv', upload })).toEqual({ prompt: 'x' })
})

test('a part of an object has a flag of its own, and two of them are refused', async () => {
  const point = await typed(['--prompt', 'x', '--subject-point', '0.4,0.6'])
  expect(await fieldsOf(entry, point, { cwd: '/srv', upload })).toEqual({
    prompt: 'x',
    subject: { point: { x: 0.4, y: 0.6 } },
  })
  const both = await typed(['--prompt', 'x', '--subject-point', '0.4,0.6', '--subject-box', '0,0,0.5,1'])
  expect(() => checkFields(entry, both)).toThrow('Give only one of --subject-box and --subject-point.')
})

test.each([
  [[], "required option '--prompt <text>' not specified"],
  [['--prompt', 'x', '--strength', '2'], 'It must be a number from 0 to 1.'],
])('%j is refused by the flag', async (args, text) => {
  await expect(typed(args)).rejects.toThrow(text)
})

test.each([
  [['--box', '1,2,3'], '--box takes 4 numbers separated by commas: x,y,width,height.'],
  [['--steps', 'fry'], '--steps: "fry" is none of upscale, relight.'],
  [['--extra', '{'], '--extra must be valid JSON.'],
])('%j is refused before anything is sent', async (args, text) => {
  const flags = await typed(['--prompt', 'x', ...args])
  expect(() => checkFields(entry, flags)).toThrow(text)
})
