// Was die Seiten des Shops gemeinsam haben, auf Deutsch.
import type { Texts } from '../../en/index.ts'

export const shopFrameDe: Texts['shop']['frame'] = {
  section: 'Shop',
  pages: 'Seiten des Shops',
  show: 'Anzeigen',
  showAll: 'Alle anzeigen',
  search: 'Suche',
  first: 'Erste Seite',
  next: 'Nächste Seite',
  save: 'Speichern',
  stale:
    'Inzwischen hat jemand anderes dies geändert. Ihre Eingaben stehen noch unten, sind aber nicht gespeichert; neben jeder abweichenden steht, was jetzt gespeichert ist. Speichern ersetzt es.',
}
