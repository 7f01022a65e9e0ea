// What people read about the standby printer of a pharmacy in the panel, in English. A group of its own in the catalogue.
import { byCount } from './language.ts'
import type { StandbyWhy } from '../../labels/job-report.ts'

const others = (n: number) => byCount(n, ` and ${n} other`, ` and ${n} others`)

export const standbyEn = {
  title: 'Standby printer',
  role: 'Client with the standby printer',
  means: (computer: string, printerComputer: string) =>
    `${computer} prints through ${printerComputer}. While that printer is away, the labels of all computers come out at ${computer}.`,
  endsWithClient: 'The pharmacy then has no standby printer.',
  offline: (computer: string) =>
    `${computer} is offline. It must be online to get the standby printer, because it is asked for its printers.`,
  after: 'Use it after (seconds)',
  afterHint: 'So long the first printer, or its computer, has to be away without a break: 15 to 3600.',
  afterFault: 'Possible are 15 to 3600 seconds.',
  back: 'Back to the first printer',
  auto: 'by itself, once it is there again for 30 seconds',
  manual: 'when somebody presses the button for it',
  shown: (printer: string, computer: string) => `${printer} at ${computer}`,
  settings: {
    auto: (n: number) => `after ${n} s, back by itself`,
    manual: (n: number) => `after ${n} s, back by hand`,
  },
  none: 'None. Change the role of a Client to give the pharmacy one.',
  used: (computer: string, more: number, at: string) =>
    `Labels of ${computer}${more === 0 ? '' : others(more)} come out at ${at} (standby).`,
  printsAt: (computer: string) => `prints at ${computer} (standby)`,
  mark: 'standby printer',
  since: 'Since',
  why: {
    computer_away: 'The computer with the first printer is not reached.',
    printer_away: 'The first printer is off or not reached.',
  } satisfies Record<StandbyWhy, string>,
  useFirst: (printerComputer: string) => `Use the printer of ${printerComputer} again`,
  toldFirst: 'The computers are being told to use the first printer again.',
}

export type StandbyTexts = typeof standbyEn
