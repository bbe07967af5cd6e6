import type { EditStep, MarkStep } from '../../src/operations/instructions/edit-step.ts'

const signed = (amount: number) => `${amount > 0 ? '+' : ''}${amount}`
/** Kinds that only go one way. */
const UNSIGNED: ReadonlySet<string> = new Set(['sharpen', 'blur', 'denoise'])

/** A step as the tables of instructions write it: `light +0.25 @background`. */
export function stepCode(step: EditStep): string {
  const within = 'within' in step && step.within ? ` @${step.within}` : ''
  const except = 'except' in step && step.except ? ` !${step.except.join(',')}` : ''
  return `${step.kind}${valueCode(step)}${within}${except}`
}

const markCode = ({ place, scale }: MarkStep): string => ` ${place}${scale === 'medium' ? '' : ` ${scale}`}`

function valueCode(step: EditStep): string {
  if ('amount' in step) return ` ${UNSIGNED.has(step.kind) ? step.amount : signed(step.amount)}`
  switch (step.kind) {
    case 'crop':
      return ` ${step.aspect.join(':')}`
    case 'rotate':
      return ` ${step.degrees}`
    case 'flip':
      return ` ${step.axis}`
    case 'backdrop':
      return ` ${step.colours.join('-')}`
    case 'relight':
      return ` ${step.direction}`
    case 'upscale':
      return ` ${step.scale}`
    case 'size':
      return step.long ? ` ${step.long}` : ` ${step.width ?? '-'}x${step.height ?? '-'}`
    case 'format':
      return ` ${step.format}`
    case 'platform':
      return ` ${step.platform}`
    case 'text':
      return ` "${step.text}"${markCode(step)}${step.colour ? ` ${step.colour}` : ''}`
    case 'logo':
      return markCode(step)
    default:
      return ''
  }
}
