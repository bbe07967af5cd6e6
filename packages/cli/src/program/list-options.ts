import type { Command } from 'commander'
import { wholeNumber } from '../base/flag-values.ts'

/** The flags of every list command. */
export const listOptions = (command: Command): Command =>
  command
    .option('--limit <n>', 'rows per page', wholeNumber(1, 100), 20)
    .option('--cursor <cursor>', 'continue after this page')
    .option('--all', 'print every page')
