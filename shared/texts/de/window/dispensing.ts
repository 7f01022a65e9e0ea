// The pharmacist in the window: sign-in and sign-out, in German.
import type { WindowDispensingTexts } from '../../en/window/dispensing.ts'

export const windowDispensingDe: WindowDispensingTexts = {
  intro: 'Hier meldet sich ein Apotheker dieser Apotheke für Rezepte an.',
  email: 'E-Mail-Adresse',
  emailHint: 'Die Ihres Kontos bei Pharmacy Relay.',
  emailFault: 'Geben Sie Ihre E-Mail-Adresse ein.',
  password: 'Passwort',
  passwordHint: 'Der Identitätsdienst prüft es; auf diesem Rechner wird es nicht gespeichert.',
  passwordFault: 'Geben Sie Ihr Passwort ein.',
  signIn: 'Anmelden',
  signingIn: 'Sie werden angemeldet …',
  codeIntro: 'Ihr Passwort ist richtig. Dieser Ort ist neu, deshalb wird auch nach einem Code gefragt.',
  code: 'Code',
  codeHint: 'Sechs Ziffern Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  recoveryHint:
    'Dieses Konto hat keine Authenticator-App. Geben Sie einen Ihrer Wiederherstellungscodes ein.',
  codeFault: 'Geben Sie den Code ein.',
  goOn: 'Weiter',
  otherAccount: 'Mit einem anderen Konto anmelden',
  signedIn: 'Angemeldet',
  name: 'Name',
  idle: 'Sie werden abgemeldet, wenn zehn Minuten lang niemand etwas tut, wenn der Bildschirm gesperrt wird und wenn der Rechner in den Ruhezustand geht.',
  signOut: 'Abmelden',
  elsewhere: 'Apotheker melden sich im Fenster des Symbols an, nicht in einem Browser.',
  elsewhereHint: 'Öffnen Sie Pharmacy Relay über das Symbol neben der Uhr.',
  scanners: {
    title: 'Scanner',
    none: 'Es wurde noch nichts gescannt.',
    typed: 'Hier gescannt:',
    from: (name) => `Gescannt mit ${name}:`,
    hint: 'Ein Scanner, der wie eine Tastatur schreibt, geht sofort, ein Telefon oder eine Station nach der Kopplung.',
    pair: 'Scanner koppeln',
    codeHint: 'Geben Sie diesen Code innerhalb von 2 Minuten am Scanner ein. Er gilt für einen.',
  },
  because: {
    person: 'Sie sind abgemeldet.',
    lock: 'Sie wurden abgemeldet, weil der Bildschirm gesperrt wurde oder der Rechner im Ruhezustand war.',
    idle: 'Sie wurden abgemeldet, weil zehn Minuten lang niemand etwas getan hat.',
    computer: 'Sie wurden abgemeldet, weil dieser Rechner nicht mehr zur Apotheke gehört.',
    account: 'Sie wurden abgemeldet, weil Ihr Konto geändert oder anderswo abgemeldet wurde.',
  },
}
