// Was Menschen auf den Seiten der Kategorien lesen, auf Deutsch.
import { count } from '../language.ts'
import type { Texts } from '../../en/index.ts'

export const shopCategoriesDe: Texts['shop']['categories'] = {
  title: 'Kategorien',
  intro:
    'Der Baum, wie der Shop ihn zeigt. Geschwister stehen in der Reihenfolge ihres Platzes, gleiche nach Namen.',
  noneTitle: 'Noch keine Kategorien',
  noneAdvice: 'Legen Sie unten die erste an.',
  category: 'Kategorie',
  products: 'Produkte im Verkauf',
  productCount: (n) => count(n, 'Produkt', 'Produkte'),
  number: (id) => `Nr. ${String(id)}`,
  addTitle: 'Kategorie anlegen',
  add: 'Die Kategorie anlegen',
  name: 'Name',
  nameHint: 'Eine Zeile, höchstens 120 Zeichen',
  nameFault: 'Das ist kein Name: eine Zeile mit 1 bis 120 Zeichen.',
  parent: 'Unterhalb von',
  top: 'Ganz oben',
  parentFault: 'Dort kann sie nicht stehen: die Kategorie ist fort oder steht unter dieser.',
  place: 'Platz',
  placeHint: 'Eine ganze Zahl ab 0; kleine zuerst',
  placeFault: 'Eine ganze Zahl von 0 bis 100.000.',
  refused: 'Es gibt zu viele Kategorien, oder die darüber ist fort.',
  remove: 'Die Kategorie entfernen',
  removePoints: ['Der Shop zeigt sie nicht mehr, und ihre Adresse dort führt nirgendwohin.'],
  notEmpty:
    'An dieser hängen Produkte oder Kategorien. Verschieben Sie sie zuerst; auch Produkte, die nicht mehr verkauft werden, zählen.',
  itsProducts: 'Ihre Produkte',
  notices: {
    made: 'Die Kategorie ist angelegt.',
    saved: 'Die Änderungen sind gespeichert.',
    removed: 'Die Kategorie ist entfernt.',
  },
}
