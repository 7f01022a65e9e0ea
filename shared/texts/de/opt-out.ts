// The page where a patient ends the text messages of a pharmacy, in German.
import type { OptOutTexts } from '../en/opt-out.ts'

export const optOutDe: OptOutTexts = {
  title: 'SMS von Ihrer Apotheke',
  asked: (pharmacy) => `${pharmacy} schickt SMS an das Telefon, das diesen Link bekommen hat.`,
  means:
    'Mit dem Knopf enden sie sofort, auch solche, die noch warten. Andere Apotheken sind nicht betroffen.',
  submit: 'Keine SMS mehr schicken',
  done: (pharmacy) => `${pharmacy} schickt keine SMS mehr an das Telefon, das diesen Link bekommen hat.`,
  again:
    'Eine SMS, die schon unterwegs war, kann noch ankommen. Möchten Sie wieder SMS, sagen Sie es der Apotheke.',
  over: 'Dieser Link ist unbekannt oder älter als 13 Monate. Öffnen Sie den Link einer neueren SMS, oder sagen Sie der Apotheke, dass Sie keine SMS mehr möchten.',
}
