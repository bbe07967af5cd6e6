import { Command } from 'commander'
import type { GuestImport } from '../../process/guests/import-guests.ts'
import { type SettingFlags, withSettings } from '../command-environment.ts'
import { INIT, runOperator } from '../run-operator.ts'

interface Flags extends SettingFlags {
  readonly check?: boolean
  readonly json?: boolean
  readonly init?: boolean
}

const HELP = `
The file has a JSON object on each line:
  {"guest": "u_81723", "credits": 3, "projects": [{"image": "photos/1.jpg", "preset": "natural_light"}], "images": ["photos/2.jpg"]}

guest is the "sub" of the guest's token. All else may be left out. A project may also have goal, format, locale and configuration.
Pictures are files below the folder of the file.

Every line and picture is checked first; if one is wrong, nothing is imported. Guests that are there already are skipped, so repeat
the command after an interruption. Guests that are neither claimed nor resumed for 180 days are removed.`

/** `platelight-server guests …` */
export function guestsCommand(): Command {
  const guests = new Command('guests').description('Manage the guests of an earlier app, who never signed up.')
  withSettings(guests.command('import'))
    .description('Import guests, so that they can resume with their tokens (PLATELIGHT_GUEST_JWT_SECRET).')
    .argument('<file>', 'file with a JSON object on each line')
    .option('--check', 'check the file and import nothing')
    .option(...INIT)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((file: string, flags: Flags) => {
      const checkOnly = flags.check === true
      return runOperator(
        flags,
        (operator) => operator.importGuests(file, { checkOnly }),
        (result) => lines(result, checkOnly),
      )
    })
  return guests
}

function lines({ imported, known, projects, images, credits }: GuestImport, checkOnly: boolean): string {
  const what = `${count(imported, 'guest')} with ${count(projects, 'project')}, ${count(images, 'picture')} and ${count(credits, 'credit')}`
  const first = checkOnly ? `The file is correct. It would import ${what}.` : `Imported ${what}.`
  return known === 0
    ? first
    : `${first} ${count(known, 'guest')} of the file ${known === 1 ? 'was' : 'were'} there already.`
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
