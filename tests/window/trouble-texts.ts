// What summary, icon and window say of each trouble: what is wrong, then what to do, in the three languages.
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'

/** The languages whose words stand here, as a browser is set to them. */
export const LOCALES = { en: 'en-GB', tr: 'tr-TR', de: 'de-DE' } as const satisfies Partial<
  Record<Language, string>
>
export type Spoken = keyof typeof LOCALES
export const SPOKEN = Object.keys(LOCALES) as Spoken[]

/** What is wrong, what to do. */
export type Said = Readonly<Record<Spoken, readonly [wrong: string, toDo: string]>>

export const SAID = {
  printerOff: {
    en: ['The printer cannot be reached', 'Look whether it is switched on and connected'],
    tr: ['Yazıcıya ulaşılamıyor', 'Açık ve bağlı olup olmadığına bakın'],
    de: ['Der Drucker ist nicht erreichbar', 'eingeschaltet und angeschlossen'],
  },
  printerMissing: {
    en: ['The chosen printer, 192.0.2.9:9100, is not on this computer', 'Connect it and switch it on'],
    tr: ['Seçilen yazıcı, 192.0.2.9:9100, bu bilgisayarda bulunamıyor', 'Yazıcıyı bağlayıp açın'],
    de: [
      'Der gewählte Drucker, 192.0.2.9:9100, ist an diesem Rechner nicht zu finden',
      'Schließen Sie ihn an',
    ],
  },
  portTaken: {
    en: ['Another program on this computer has port', 'End that program, or restart the computer'],
    tr: ['bu bilgisayarda başka bir program kullanıyor: etiket alınamıyor', 'O programı kapatın'],
    de: ['Ein anderes Programm auf diesem Rechner hat Port', 'Beenden Sie dieses Programm'],
  },
  wrongCode: {
    en: ['it is wrong, was used already, or is older than 10 minutes', 'Ask the support team for a new one'],
    tr: ['yanlış, daha önce kullanılmış ya da 10 dakikadan eski', 'Destek ekibinden yeni bir kod isteyin'],
    de: ['Er ist falsch, schon benutzt oder älter als 10 Minuten', 'Bitten Sie den Support um einen neuen'],
  },
  noPortal: {
    en: ['The portal cannot be reached', 'Check the internet connection'],
    tr: ['Portala ulaşılamıyor', 'İnternet bağlantısını'],
    de: ['Das Portal ist nicht erreichbar', 'Prüfen Sie die Internetverbindung'],
  },
  noHub: {
    en: ['The hub cannot be reached', 'Labels do not need it here'],
    tr: ['Hub’a ulaşılamıyor', 'Etiketlerin burada ona ihtiyacı yok'],
    de: ['Der Hub ist nicht erreichbar', 'Etiketten brauchen ihn hier nicht'],
  },
  noWay: {
    en: ['Labels do not reach DISPENSARY. They are kept', 'Check that DISPENSARY is switched on'],
    tr: ['Etiketler DISPENSARY bilgisayarına ulaşmıyor', 'açık ve aynı ağda olup olmadığına bakın'],
    de: ['Etiketten erreichen DISPENSARY nicht', 'Prüfen Sie, ob DISPENSARY eingeschaltet'],
  },
  diskFull: {
    en: ['A label could not be taken at', 'Mostly the disk of this computer is full: free space'],
    tr: ['bir etiket alınamadı', 'bilgisayarın diski doludur: yer açın'],
    de: ['konnte ein Etikett nicht angenommen werden', 'Datenträger dieses Rechners voll'],
  },
  clockOff: {
    en: ['The clock of this computer is wrong by 365 days', 'Set its date and time'],
    tr: ['Bu bilgisayarın saati 365 gün yanlış', 'Tarih ve saati ayarlayın'],
    de: ['Die Uhr dieses Rechners geht um 365 Tage falsch', 'Stellen Sie Datum und Uhrzeit'],
  },
  otherUser: {
    en: ['This user may not look at Pharmacy Relay', 'ask support to let this user in'],
    tr: [
      'Bu kullanıcının Pharmacy Relay’i görme izni yok',
      'destekten bu kullanıcıya izin vermesini isteyin',
    ],
    de: ['Dieser Benutzer darf Pharmacy Relay nicht ansehen', 'bitten Sie den Support'],
  },
  pageEnded: {
    en: ['This page has ended', 'pharmacy-relay open'],
    tr: ['Bu sayfanın süresi doldu', 'pharmacy-relay open'],
    de: ['Diese Seite ist abgelaufen', 'pharmacy-relay open'],
  },
  labelGone: {
    en: ['This computer does not have that label', 'cleaned up'],
    tr: ['Bu etiket bu bilgisayarda yok', 'kayıtlardan silinmiş'],
    de: ['Dieser Rechner hat dieses Etikett nicht', 'gelöscht'],
  },
} as const satisfies Readonly<Record<string, Said>>
