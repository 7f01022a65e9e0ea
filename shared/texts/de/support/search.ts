// What people read of the search from anywhere in the panel. In German.
import { number } from '../language.ts'
import type { SearchTexts } from '../../en/support/search.ts'

export const searchDe: SearchTexts = {
  title: 'Suche',
  label: 'Apotheke, Rechner, Adresse, Telefon oder Nummer',
  hint: 'Teil eines Namens, die Nummer einer Apotheke wie P-1042, eine Adresse, eine Telefonnummer, eine Supportnummer oder die Seriennummer eines Druckers.',
  keys: 'Pfeiltasten wählen aus, die Eingabetaste öffnet, Esc schließt.',
  slash: 'Die Taste / öffnet dies',
  shortcut: 'Suchen (/ oder Strg+K)',
  button: 'Suchen',
  close: 'Schließen',
  pharmacies: 'Apotheken',
  computers: 'Rechner',
  morePharmacies: 'Alle passenden Apotheken',
  moreComputers: 'Alle passenden Rechner',
  supportNumber: (number) => `Supportnummer ${number}`,
  tooShort: 'Geben Sie mindestens zwei Zeichen ein.',
  nothing: (q) => `Nichts hat „${q}“ in Name, Nummer oder Adresse.`,
  found: (n, hasMore) => `${number(n)} Treffer${hasMore ? ', und es gibt weitere' : ''}.`,
  failed: 'Die Suche hat nicht geantwortet. Tippen Sie weiter, um es noch einmal zu versuchen.',
}
