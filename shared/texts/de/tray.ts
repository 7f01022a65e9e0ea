// What people read in the menu and the notifications of the icon near the clock, in German.
import { byCount } from './language.ts'
import type { TrayTexts } from '../en/tray.ts'

const minutes = (n: number) => (n % 60 === 0 ? (n === 60 ? '1 Stunde' : `${n / 60} Stunden`) : `${n} Minuten`)

export const trayDe: TrayTexts = {
  tooltip: (product, level, text) => `${product}: ${level}. ${text}`,
  lastLabel: (n, state, time) => `Etikett ${n}, ${time}: ${state}`,
  noLabel: 'Es kam noch kein Etikett',
  reprint: (n) => `Etikett ${n} noch einmal drucken`,
  nothingToReprint: 'Letztes Etikett noch einmal drucken',
  reprintRefused: {
    state_conflict: (n) =>
      `Etikett ${n} lässt sich jetzt nicht noch einmal drucken. Sehen Sie nach, wie es steht und was möglich ist.`,
    not_found: (n) => `Etikett ${n} ist nicht mehr bekannt: Es wurde inzwischen gelöscht.`,
    unavailable: (n) =>
      `Das Programm konnte das im Moment nicht tun. Sehen Sie nach, wie Etikett ${n} steht, bevor Sie es erneut versuchen.`,
  },
  pause: 'Pause',
  pauseFor: (n) => `Für ${minutes(n)}`,
  test: 'Testetikett drucken',
  open: 'Pharmacy Relay öffnen',
  quit: 'Beenden (Etiketten werden weiter gedruckt)',
  quitStops: 'Beenden und keine Etiketten mehr annehmen',
  printed: (n, state) => `Etikett ${n}: ${state}`,
  notDone: 'Das hat nicht geklappt',
  paused: (time) => `Pause bis ${time} Uhr. Etiketten werden aufbewahrt und warten.`,
  goesOn: 'Etiketten kommen wieder heraus.',
  failedSince: (n) =>
    byCount(
      n,
      'Ein Etikett kam nicht heraus. Sehen Sie nach, welches das war, und drucken Sie es noch einmal.',
      `${n} Etiketten kamen nicht heraus. Sehen Sie nach, welche das waren, und drucken Sie sie noch einmal.`,
    ),
  notSaved: 'Die Datei ließ sich nicht speichern',
  closed:
    'Das Fenster reagierte nicht mehr und wurde geschlossen. Etiketten werden weiter gedruckt; öffnen Sie es über das Symbol erneut.',
}
