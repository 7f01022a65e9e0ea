// What people read about the certificates of computers, in English. A group of its own in the catalogue.

export const certificatesEn = {
  other: 'another certificate',
  otherAdvice:
    'It reports another certificate than the one it is known by. No labels go by it until it is confirmed.',
  compare: 'Compare certificates',
  title: (computer: string) => `Certificate of ${computer}`,
  intro: (computer: string, pharmacy: string) =>
    `${computer} of ${pharmacy} reports another certificate than the one it is known by.`,
  points: [
    'That is so after the agent was installed anew or its keys were lost, or when another device stands in for this computer.',
    'Ask somebody at the computer to run “agent keys” there, and compare what it shows with “reported” below, group by group.',
    'Afterwards each computer that exchanges labels with it still asks a person there: “agent trust”.',
  ],
  known: 'Known',
  reported: 'Reported',
  since: 'since',
  accept: 'They are equal: accept it',
  accepted: 'The certificate is accepted. The other computers ask a person there.',
  outdated: 'The computer reports another certificate by now. Compare again.',
  nothingToAccept: 'This computer reports the certificate that it is known by. There is nothing to do.',
}

export type CertificateTexts = typeof certificatesEn
