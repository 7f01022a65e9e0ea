// What people read about the certificates of computers, in German.
import type { CertificateTexts } from './certificates-en.ts'

export const certificatesDe: CertificateTexts = {
  other: 'anderes Zertifikat',
  otherAdvice:
    'Der Rechner meldet ein anderes Zertifikat als das bekannte. Bis es bestätigt ist, gehen keine Etiketten darüber.',
  compare: 'Zertifikate vergleichen',
  title: (computer) => `Zertifikat von ${computer}`,
  intro: (computer, pharmacy) =>
    `${computer} von ${pharmacy} meldet ein anderes Zertifikat als das bekannte.`,
  points: [
    'Das ist so, wenn der Agent neu installiert wurde oder seine Schlüssel verloren sind – oder wenn sich ein anderes Gerät für diesen Rechner ausgibt.',
    'Bitten Sie jemanden am Rechner, dort „agent keys“ auszuführen, und vergleichen Sie die Anzeige Gruppe für Gruppe mit „gemeldet“.',
    'Danach fragt jeder Rechner, der mit ihm Etiketten austauscht, noch eine Person vor Ort: „agent trust“.',
  ],
  known: 'Bekannt',
  reported: 'Gemeldet',
  since: 'seit',
  accept: 'Sie sind gleich: annehmen',
  accepted: 'Das Zertifikat ist angenommen. Die anderen Rechner fragen eine Person vor Ort.',
  outdated: 'Der Rechner meldet inzwischen ein anderes Zertifikat. Bitte erneut vergleichen.',
  nothingToAccept: 'Dieser Rechner meldet das bekannte Zertifikat. Es ist nichts zu tun.',
}
