// What stands on the stand-in's payment page. It is no part of the product, so it is not in its catalogue; in a language that has
// no words here it speaks English.
import type { Language } from '@pharmacy-relay/shared/texts/languages.ts'

const en = {
  title: 'Pay',
  standIn: 'This is a payment page for trying. No money moves.',
  amount: 'Amount',
  card: 'Card number',
  cardHelp: 'Any 12 to 19 digits. A card that ends in 0002 is declined, one in 0003 is not asked to confirm.',
  cardWrong: 'Enter 12 to 19 digits.',
  pay: 'Continue to the bank',
  leave: 'Cancel and go back',
  confirmTitle: 'Confirm at your bank',
  confirm: (lastFour: string) => `Your bank asks: do you want to pay with the card that ends in ${lastFour}?`,
  approve: 'Yes, pay',
  decline: 'No, do not pay',
  overTitle: 'Nothing to pay here',
  over: 'This payment is finished, or there is no such payment.',
  back: 'Back to the shop',
  close: 'You can close this window.',
}
type PageTexts = typeof en

const de: PageTexts = {
  title: 'Bezahlen',
  standIn: 'Dies ist eine Zahlungsseite zum Ausprobieren. Es fließt kein Geld.',
  amount: 'Betrag',
  card: 'Kartennummer',
  cardHelp:
    'Beliebige 12 bis 19 Ziffern. Eine Karte, die auf 0002 endet, wird abgelehnt; eine auf 0003 braucht keine Bestätigung.',
  cardWrong: 'Geben Sie 12 bis 19 Ziffern ein.',
  pay: 'Weiter zur Bank',
  leave: 'Abbrechen und zurück',
  confirmTitle: 'Bei Ihrer Bank bestätigen',
  confirm: (lastFour) => `Ihre Bank fragt: Möchten Sie mit der Karte bezahlen, die auf ${lastFour} endet?`,
  approve: 'Ja, bezahlen',
  decline: 'Nein, nicht bezahlen',
  overTitle: 'Hier ist nichts zu bezahlen',
  over: 'Diese Zahlung ist abgeschlossen, oder es gibt sie nicht.',
  back: 'Zurück zum Shop',
  close: 'Sie können dieses Fenster schließen.',
}

const tr: PageTexts = {
  title: 'Ödeme',
  standIn: 'Bu, deneme amaçlı bir ödeme sayfasıdır. Para aktarılmaz.',
  amount: 'Tutar',
  card: 'Kart numarası',
  cardHelp:
    '12 ila 19 haneli herhangi bir numara. 0002 ile biten kart reddedilir, 0003 ile biten kart onay istemez.',
  cardWrong: '12 ila 19 rakam girin.',
  pay: 'Bankaya devam et',
  leave: 'İptal et ve geri dön',
  confirmTitle: 'Bankanızda onaylayın',
  confirm: (lastFour) => `Bankanız soruyor: ${lastFour} ile biten kartla ödemek istiyor musunuz?`,
  approve: 'Evet, öde',
  decline: 'Hayır, ödeme',
  overTitle: 'Burada ödenecek bir şey yok',
  over: 'Bu ödeme tamamlandı ya da böyle bir ödeme yok.',
  back: 'Mağazaya dön',
  close: 'Bu pencereyi kapatabilirsiniz.',
}

const TEXTS: Readonly<Partial<Record<Language, PageTexts>>> = { en, de, tr }

export const pageTexts = (language: Language): PageTexts => TEXTS[language] ?? en
