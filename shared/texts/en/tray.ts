// What people read in the menu and the notifications of the icon near the clock, in English. A group of the catalogue.
import { byCount } from './language.ts'

const minutes = (n: number) => (n % 60 === 0 ? (n === 60 ? '1 hour' : `${n / 60} hours`) : `${n} minutes`)

export const trayEn = {
  /** Where an icon alone has to say it: for screen readers and as a tooltip. */
  tooltip: (product: string, level: string, text: string) => `${product}: ${level}. ${text}`,
  lastLabel: (n: string, state: string, time: string) => `Label ${n}, ${time}: ${state}`,
  noLabel: 'No label has come yet',
  reprint: (n: string) => `Print label ${n} again`,
  nothingToReprint: 'Print the last label again',
  /** Why the last label is not printed again, by the agent's code. */
  reprintRefused: {
    state_conflict: (n: string) =>
      `Label ${n} cannot be printed again now. Look how it stands and what is possible.`,
    not_found: (n: string) => `Label ${n} is not known any more: it was cleaned up.`,
    unavailable: (n: string) =>
      `The program could not do that at the moment. Look how label ${n} stands before you try again.`,
  },
  pause: 'Pause',
  pauseFor: (n: number) => `For ${minutes(n)}`,
  test: 'Print a test label',
  open: 'Open Pharmacy Relay',
  quit: 'Quit (labels go on)',
  /** The tray runs the agent itself, because no service does. */
  quitStops: 'Quit and take no more labels',
  printed: (n: string, state: string) => `Label ${n}: ${state}`,
  notDone: 'That did not work',
  paused: (time: string) => `Paused until ${time}. Labels are kept and wait.`,
  goesOn: 'Labels come out again.',
  failedSince: (n: number) =>
    byCount(
      n,
      'A label did not come out. Look which, and print it again.',
      `${n} labels did not come out. Look which, and print them again.`,
    ),
  notSaved: 'The file could not be saved',
  closed: 'The window stopped working and was closed. Labels go on; open it again from the icon.',
}

export type TrayTexts = typeof trayEn
