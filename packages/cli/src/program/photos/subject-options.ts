import { type Command, Option } from 'commander'
import { fractions } from '../../base/flag-values.ts'

/** Adds `--subject-box` and `--subject-point` to a command whose flags hold for all its photos. */
export const addSubject = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--subject-box <x,y,width,height>',
        'where the dish is: a box around it with its plate, in fractions of the photo from its top left; the same for every photo',
      )
        .argParser(fractions(['x', 'y', 'width', 'height']))
        .conflicts('subjectPoint'),
    )
    .addOption(
      new Option(
        '--subject-point <x,y>',
        'where the dish is: a point on it, in fractions of the photo; the same for every photo',
      ).argParser(fractions(['x', 'y'])),
    )
