// Signing in with a code, links, and the page of one's own account, in German.
import type { accountEn } from '../en/account.ts'

export const accountDe: typeof accountEn = {
  code: {
    title: 'Code eingeben',
    intro: 'Ihr Passwort stimmt. Dieses Konto verlangt zusätzlich einen Code.',
    field: 'Code',
    hint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
    noCode: 'Das ist kein Code: Er hat sechs Ziffern, ein Wiederherstellungscode zehn Zeichen.',
    again: 'Neu beginnen, mit einem anderen Konto',
    over: 'Diese Anmeldung ist zu Ende: Fünf Codes waren falsch, oder fünf Minuten sind um. Beginnen Sie neu mit Ihrem Passwort.',
  },
}
