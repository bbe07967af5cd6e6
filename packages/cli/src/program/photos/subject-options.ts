import { type Command, Option } from 'commander'
import { fractions, strokes } from '../../base/flag-values.ts'

/** Adds `--subject-box`, `--subject-point` and `--subject-strokes` to a command whose flags hold for all its photos. */
export const addSubject = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--subject-box <x,y,width,height>',
        'where the dish is: a box around it with its plate, in fractions of the photo from its top left; the same for every photo',
      )
        .argParser(fractions(['x', 'y', 'width', 'height']))
        .conflicts(['subjectPoint', 'subjectStrokes']),
    )
    .addOption(
      new Option(
        '--subject-point <x,y>',
        'where the dish is: a point on it, in fractions of the photo; the same for every photo',
      )
        .argParser(fractions(['x', 'y']))
        .conflicts('subjectStrokes'),
    )
    .addOption(
      new Option(
        '--subject-strokes <json>',
        'lines over the photo: [{"kind":"keep","points":[{"x":0.4,"y":0.6}]}], or "drop" for what is not the dish',
      ).argParser(strokes),
    )
